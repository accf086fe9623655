import type { Migration } from './migration.ts';

/** Where a credential may be sent. */
export const credentialHosts: Migration = {
  name: 'credential hosts',
  sql: `
-- JSON list of host names, with the port where it is not 443; the hosts of the vendor itself are not in it.
ALTER TABLE credential ADD COLUMN hosts TEXT NOT NULL DEFAULT '[]';
`,
};
