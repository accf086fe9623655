import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Credential, CredentialCreate, CredentialUpdate } from '../../../shared/api/credentials.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import { seal, unseal } from '../secrets/seal.ts';
import type { CredentialRepository, CredentialRow } from '../storage/repositories/credential-repository.ts';
import { type ListAnswer, listRows, type Page } from './resource-service.ts';

export interface CredentialServiceOptions {
  readonly credentials: CredentialRepository;
  readonly secretKey: () => Buffer;
  readonly now: () => Date;
}

export type CredentialFields = Readonly<Record<string, string>>;

const FieldNamesSchema = z.array(z.string());
const FieldsSchema = z.record(z.string(), z.string());

/** Secrets for outside services: encrypted on disk, given to nodes that run, never to a caller. */
export function createCredentialService({ credentials, secretKey, now }: CredentialServiceOptions) {
  function find(id: string): CredentialRow {
    const row = credentials.find(id);
    if (row === undefined) {
      throw new UserError(
        'CREDENTIAL_NOT_FOUND',
        `There is no credential ${id}: look up its id with GET /api/v1/credentials.`,
      );
    }
    return row;
  }

  function describe({ id, name, kind, fieldNames, createdDate, updatedDate }: CredentialRow): Credential {
    const names = FieldNamesSchema.parse(JSON.parse(fieldNames));
    return { id, name, kind, credentialName: kind, fieldNames: names, createdDate, updatedDate };
  }

  /** The two columns that hold fields. */
  function sealFields(id: string, fields: CredentialFields) {
    return { fieldNames: JSON.stringify(Object.keys(fields)), sealed: seal(JSON.stringify(fields), secretKey(), id) };
  }

  function create({ name, kind, fields }: CredentialCreate): Credential {
    const id = randomUUID();
    const date = now().toISOString();
    const row = { id, name, kind, ...sealFields(id, fields), createdDate: date, updatedDate: date };
    credentials.insert(row);
    return describe(row);
  }

  /** Undefined: it was encrypted with another key than today's. */
  function openRow({ id, sealed }: CredentialRow): CredentialFields | undefined {
    const text = unseal(sealed, secretKey(), id);
    return text === undefined ? undefined : FieldsSchema.parse(JSON.parse(text));
  }

  return {
    create,

    /** Newest change first. */
    list: (page: Page | undefined): ListAnswer<Credential> =>
      listRows(page, (slice) => credentials.list(slice).map(describe), credentials.count),

    /** @throws UserError CREDENTIAL_NOT_FOUND */
    find: (id: string): Credential => describe(find(id)),

    /** Id of the credential of this kind that holds exactly these fields; one is made if there is none. */
    keep(wanted: CredentialCreate): string {
      const same = credentials
        .list({ offset: 0, limit: -1 })
        .find((row) => row.kind === wanted.kind && isDeepStrictEqual(openRow(row), wanted.fields));
      return same?.id ?? create(wanted).id;
    },

    /** @throws UserError CREDENTIAL_NOT_FOUND */
    update(id: string, { name, kind, fields }: CredentialUpdate): Credential {
      const old = find(id);
      const row = {
        ...old,
        name: name ?? old.name,
        kind: kind ?? old.kind,
        ...(fields === undefined ? {} : sealFields(id, fields)),
        updatedDate: now().toISOString(),
      };
      credentials.update(row);
      return describe(row);
    },

    /** @throws UserError CREDENTIAL_NOT_FOUND */
    remove(id: string): void {
      find(id);
      credentials.remove(id);
    },

    /**
     * The secrets themselves, for a node that runs. Undefined for an unknown id.
     * @throws UserError CREDENTIAL_UNUSABLE when they were encrypted with another key than today's
     */
    open(id: string): CredentialFields | undefined {
      const row = credentials.find(id);
      if (row === undefined) return undefined;
      const fields = openRow(row);
      if (fields === undefined) {
        throw new UserError(
          'CREDENTIAL_UNUSABLE',
          `The credential ${row.name} can't be read, since the key that it was encrypted with is gone: enter its fields again, or put back secret.key in the data folder.`,
          { details: { id } },
        );
      }
      return fields;
    },
  };
}

export type CredentialService = ReturnType<typeof createCredentialService>;
