import type { Migration } from './migration.ts';

/** Removed sources are in the bin, beside flows and document stores. */
export const binOfSources: Migration = {
  name: 'bin of sources',
  sql: `
-- content_id: the row of content_source that it was taken from. While another row has its name, the source was stored again since. null: unknown, or bringing it
-- back has begun.
ALTER TABLE removed_source ADD COLUMN content_id INTEGER;
CREATE INDEX removed_source_by_name ON removed_source (owner_id, name);
`,
};
