import type { Migration } from './migration.ts';

/** That a run was undone stays known for as long as the run is listed; what it changed goes earlier. */
export const undoneRuns: Migration = {
  name: 'undone runs',
  sql: `
ALTER TABLE run ADD COLUMN undone_date TEXT;
UPDATE run SET undone_date = (SELECT undone_date FROM run_change WHERE run_seq = run.seq);
ALTER TABLE run_change DROP COLUMN undone_date;
`,
};
