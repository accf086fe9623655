import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Credential, CredentialCreate, CredentialUpdate } from '../../../shared/api/credentials.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import { allNodeDefinitions } from '../../../shared/nodes/registry.ts';
import { listsHost, vendorHosts } from '../../../shared/nodes/secret-hosts.ts';
import type { CredentialFields, OpenCredential } from '../secrets/open-credential.ts';
import { seal, unseal } from '../secrets/seal.ts';
import type { CredentialRepository, CredentialRow } from '../storage/repositories/credential-repository.ts';
import type { Page } from '../storage/repositories/row-repository.ts';
import { type ListAnswer, listRows } from './resource-service.ts';

export interface CredentialServiceOptions {
  readonly credentials: CredentialRepository;
  readonly secretKey: () => Buffer;
  readonly now: () => Date;
}

/** A credential to store. */
type WantedCredential = Omit<CredentialCreate, 'hosts'> & { readonly hosts: readonly string[] };

const HostsSchema = z.array(z.string());
const FieldNamesSchema = z.array(z.string());
const FieldsSchema = z.record(z.string(), z.string());

/** Where the vendor of a kind is, as the nodes that take it say. */
function vendorPatternsOf(kind: string): readonly string[] {
  return allNodeDefinitions.find(({ credential }) => credential?.kind === kind)?.credential?.vendorHosts ?? [];
}

function addedHosts({ hosts }: CredentialRow): readonly string[] {
  return HostsSchema.parse(JSON.parse(hosts));
}

function fieldsMissing({ name, kind: oldKind }: CredentialRow, kind: string): UserError {
  return new UserError(
    'INVALID_INPUT',
    `${name} is a credential of the kind ${oldKind}, whose fields are not sent to ${kind}: send the fields again with the new kind.`,
    { details: { path: 'fields' } },
  );
}

/** @throws UserError CREDENTIAL_NOT_FOUND */
function findRow({ credentials }: CredentialServiceOptions, id: string): CredentialRow {
  const row = credentials.find(id);
  if (row !== undefined) return row;
  throw new UserError(
    'CREDENTIAL_NOT_FOUND',
    `There is no credential ${id}: look up its id with GET /api/v1/credentials.`,
  );
}

/** Undefined: it was encrypted with another key than today's. */
function openRow({ secretKey }: CredentialServiceOptions, { id, sealed }: CredentialRow): CredentialFields | undefined {
  const text = unseal(sealed, secretKey(), id);
  return text === undefined ? undefined : FieldsSchema.parse(JSON.parse(text));
}

/** The two columns that hold fields. */
function sealFields({ secretKey }: CredentialServiceOptions, id: string, fields: CredentialFields) {
  return { fieldNames: JSON.stringify(Object.keys(fields)), sealed: seal(JSON.stringify(fields), secretKey(), id) };
}

function vendorHostsOf(deps: CredentialServiceOptions, row: CredentialRow): readonly string[] {
  const patterns = vendorPatternsOf(row.kind);
  // Only some vendors give each account a host of its own; another row need not be opened.
  const fields = patterns.some((pattern) => pattern.includes('{')) ? openRow(deps, row) : undefined;
  return vendorHosts(patterns, fields ?? {});
}

/** All that it may go to: its vendor's, and what people added. */
function hostsOf(deps: CredentialServiceOptions, row: CredentialRow): string[] {
  return [...new Set([...vendorHostsOf(deps, row), ...addedHosts(row)])];
}

function describe(deps: CredentialServiceOptions, row: CredentialRow): Credential {
  const { id, name, kind, fieldNames, createdDate, updatedDate } = row;
  return {
    id,
    name,
    kind,
    credentialName: kind,
    fieldNames: FieldNamesSchema.parse(JSON.parse(fieldNames)),
    hosts: hostsOf(deps, row),
    createdDate,
    updatedDate,
  };
}

function create(
  deps: CredentialServiceOptions,
  { name, kind, fields, hosts = [] }: CredentialCreate | WantedCredential,
): Credential {
  const id = randomUUID();
  const date = deps.now().toISOString();
  const dates = { createdDate: date, updatedDate: date };
  const sealed = sealFields(deps, id, fields);
  const row = { id, name, kind, hosts: JSON.stringify([...new Set(hosts)]), ...sealed, ...dates };
  deps.credentials.insert(row);
  return describe(deps, row);
}

function store(deps: CredentialServiceOptions, wanted: WantedCredential): string {
  const mayGo = (row: CredentialRow) => {
    const listed = hostsOf(deps, row);
    return wanted.hosts.every((host) => listsHost(listed, host));
  };
  const isSame = (row: CredentialRow) =>
    row.kind === wanted.kind && isDeepStrictEqual(openRow(deps, row), wanted.fields) && mayGo(row);
  const same = deps.credentials.list({ offset: 0, limit: -1 }).find(isSame);
  return same?.id ?? create(deps, wanted).id;
}

function saveHosts(deps: CredentialServiceOptions, old: CredentialRow, hosts: readonly string[]): Credential {
  const row = { ...old, hosts: JSON.stringify([...new Set(hosts)]) };
  deps.credentials.update(row);
  return describe(deps, row);
}

function update(deps: CredentialServiceOptions, id: string, { name, kind, fields }: CredentialUpdate): Credential {
  const old = findRow(deps, id);
  const isOtherKind = kind !== undefined && kind !== old.kind;
  if (isOtherKind && fields === undefined) throw fieldsMissing(old, kind);
  const row = {
    ...old,
    name: name ?? old.name,
    kind: kind ?? old.kind,
    hosts: isOtherKind ? '[]' : old.hosts,
    ...(fields === undefined ? {} : sealFields(deps, id, fields)),
    updatedDate: deps.now().toISOString(),
  };
  deps.credentials.update(row);
  return describe(deps, row);
}

function open(deps: CredentialServiceOptions, id: string): OpenCredential | undefined {
  const row = deps.credentials.find(id);
  if (row === undefined) return undefined;
  const { name, kind } = row;
  const fields = openRow(deps, row);
  if (fields === undefined) {
    throw new UserError(
      'CREDENTIAL_UNUSABLE',
      `The credential ${name} can't be read, since the key that it was encrypted with is gone: enter its fields again, or put back secret.key in the data folder.`,
      { details: { id } },
    );
  }
  const listed = hostsOf(deps, row);
  return { id, name, kind, fields, addedHosts: addedHosts(row), mayGoTo: (host) => listsHost(listed, host) };
}

/** Secrets for remote services: encrypted on disk, given to nodes that run, never to a caller. */
export function createCredentialService(deps: CredentialServiceOptions) {
  const { credentials } = deps;
  return {
    create: (fields: CredentialCreate): Credential => create(deps, fields),

    /** Newest change first. */
    list: (page: Page | undefined): ListAnswer<Credential> =>
      listRows(page, (slice) => credentials.list(slice).map((row) => describe(deps, row)), credentials.count),

    /** Undefined: it is gone. */
    nameOf: (id: string): string | undefined => credentials.find(id)?.name,

    /** @throws UserError CREDENTIAL_NOT_FOUND */
    find: (id: string): Credential => describe(deps, findRow(deps, id)),

    /** Id of a credential of this kind that holds exactly these fields and may go to these hosts; one is made if there is none. */
    store: (wanted: WantedCredential): string => store(deps, wanted),

    /**
     * Lets it go to these hosts, too. Only for the app itself, and for what was in use before there was a list.
     * @throws UserError CREDENTIAL_NOT_FOUND
     */
    allow(id: string, hosts: readonly string[]): Credential {
      const old = findRow(deps, id);
      const vendor = vendorHostsOf(deps, old);
      return saveHosts(deps, old, [...addedHosts(old), ...hosts.filter((host) => !listsHost(vendor, host))]);
    },

    /** Takes hosts off its list. Those of its vendor stay. @throws UserError CREDENTIAL_NOT_FOUND */
    disallow(id: string, host: string): Credential {
      const old = findRow(deps, id);
      return saveHosts(
        deps,
        old,
        addedHosts(old).filter((one) => one !== host),
      );
    },

    /**
     * Another kind has other hosts, so neither the secrets nor the hosts of the old kind stay.
     * @throws UserError CREDENTIAL_NOT_FOUND; INVALID_INPUT for another kind without its fields
     */
    update: (id: string, fields: CredentialUpdate): Credential => update(deps, id, fields),

    /** @throws UserError CREDENTIAL_NOT_FOUND */
    remove(id: string): void {
      findRow(deps, id);
      credentials.remove(id);
    },

    /**
     * The secrets themselves, for a node that runs. Undefined for an unknown id.
     * @throws UserError CREDENTIAL_UNUSABLE when they were encrypted with another key than today's
     */
    open: (id: string): OpenCredential | undefined => open(deps, id),
  };
}

export type CredentialService = ReturnType<typeof createCredentialService>;
