import type { Migration } from './migration.ts';

/** What the page of a document store shows, and embedding it again with another model. */
export const storePages: Migration = {
  name: 'store pages',
  sql: `
-- JSON of the parts that the store gets when all its chunks have been embedded again; null while nobody has asked for that.
ALTER TABLE document_store ADD COLUMN next_parts TEXT;
-- JSON list of the files that the last load of the loader could not read.
ALTER TABLE document_store_loader ADD COLUMN failed_files TEXT NOT NULL DEFAULT '[]';
`,
};
