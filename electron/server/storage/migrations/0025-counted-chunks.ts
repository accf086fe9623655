import type { Migration } from './migration.ts';

/** New chunks of collections are counted in their sources by whoever inserts them, many at once: the trigger took two thirds of the time of an insertion. */
export const countedChunks: Migration = {
  name: 'counted chunks',
  sql: 'DROP TRIGGER content_of_new_chunk;',
};
