import type { Migration } from './migration.ts';

/** Lists of flows in their order, and how many there are, without their drawings: the date lies behind these, and 10,000 are 170 MB. */
export const flowsByDate: Migration = {
  name: 'flows by date',
  sql: 'DROP INDEX chatflow_by_updated; CREATE INDEX chatflow_by_date ON chatflow (updated_date, type, id);',
};
