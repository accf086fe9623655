import type { Database } from '../database.ts';
import { createRowRepository } from './row-repository.ts';

export interface CredentialRow {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  /** JSON list. */
  readonly fieldNames: string;
  /** JSON of the fields, encrypted. */
  readonly sealed: Buffer;
  /** JSON list: hosts that it may go to beside its vendor's own. */
  readonly hosts: string;
  readonly createdDate: string;
  readonly updatedDate: string;
}

/** Rows of the `credential` table. */
export function createCredentialRepository(db: Database) {
  return createRowRepository<CredentialRow>(db, 'credential', {
    id: 'id',
    name: 'name',
    kind: 'kind',
    fieldNames: 'field_names',
    sealed: 'sealed',
    hosts: 'hosts',
    createdDate: 'created_date',
    updatedDate: 'updated_date',
  });
}

export type CredentialRepository = ReturnType<typeof createCredentialRepository>;
