import { UserError } from '../../../shared/errors/errors.ts';
import { refersToVariable } from '../../../shared/flow/variable-reference.ts';
import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import { paramInfo } from '../../../shared/nodes/params.ts';
import { seal, unseal } from './seal.ts';

/** One address and nothing else: `scheme://user`, password, `host:port`, and the rest. A password may have an @, as URL parsers take the last one. */
const ADDRESS =
  /^(?<head>\s*[a-z][a-z\d+.-]*:\/\/[^\s/?#:@]*):(?<password>[^\s/?#]+)@(?<host>[^\s/?#@]+)(?<rest>[^\s]*\s*)$/i;
const SEALED = /^sealed\.(?<sealed>[\w-]+)$/;

interface Parts {
  readonly head: string;
  readonly password: string;
  readonly host: string;
  readonly rest: string;
}

function readAddress(text: string): Parts | undefined {
  const { head, password, host, rest } = ADDRESS.exec(text)?.groups ?? {};
  return head === undefined || password === undefined || host === undefined || rest === undefined
    ? undefined
    : { head, password, host, rest };
}

/** A sealed password opens for this user at this host only: whoever writes another host into the address gets nothing. */
function whatItIsFor({ head, host }: Parts): string {
  return `${head.trim()}@${host}`.toLowerCase();
}

/** Values of a node that can hold an address: a line of text, but no secret, which is sealed as a whole. */
function addressParams({ params }: NodeDefinition): readonly string[] {
  return Object.entries(params.shape)
    .filter(([, schema]) => ['text', 'choice'].includes(paramInfo(schema).kind))
    .map(([name]) => name);
}

function mapAddresses(
  definition: NodeDefinition,
  inputs: Readonly<Record<string, unknown>>,
  change: (text: string) => string,
): Readonly<Record<string, unknown>> {
  const changed = addressParams(definition).flatMap((name) => {
    const value = Object.hasOwn(inputs, name) ? inputs[name] : undefined;
    const next = typeof value === 'string' ? change(value) : value;
    return next === value ? [] : [[name, next] as const];
  });
  return changed.length === 0 ? inputs : { ...inputs, ...Object.fromEntries(changed) };
}

function sealAddress(text: string, key: () => Buffer): string {
  const parts = readAddress(text);
  if (parts === undefined || SEALED.test(parts.password) || refersToVariable(parts.password)) return text;
  const sealed = seal(parts.password, key(), whatItIsFor(parts)).toString('base64url');
  return `${parts.head}:sealed.${sealed}@${parts.host}${parts.rest}`;
}

function openAddress(text: string, key: () => Buffer): string {
  const parts = readAddress(text);
  const sealed = SEALED.exec(parts?.password ?? '')?.groups?.sealed;
  if (parts === undefined || sealed === undefined) return text;
  const password = unseal(Buffer.from(sealed, 'base64url'), key(), whatItIsFor(parts));
  if (password !== undefined) return `${parts.head}:${password}@${parts.host}${parts.rest}`;
  throw new UserError(
    'CREDENTIAL_UNUSABLE',
    `The password in the address at ${parts.host} can't be read, since the address was changed or the key that it was encrypted with is gone: type the password in again.`,
    { details: { host: parts.host } },
  );
}

/**
 * Encrypts the passwords that were typed into addresses (`https://user:password@host/`), where they stand. Those that are encrypted already, and references to
 * variables, stay.
 * @param key asked for when there is a password
 * @returns the same object when there is none
 */
export function sealAddresses(
  definition: NodeDefinition,
  inputs: Readonly<Record<string, unknown>>,
  key: () => Buffer,
): Readonly<Record<string, unknown>> {
  return mapAddresses(definition, inputs, (text) => sealAddress(text, key));
}

/**
 * Makes the reverse of {@link sealAddresses}, for running. It throws UserError CREDENTIAL_UNUSABLE when a password was encrypted for another user, host or key.
 */
export function createAddressOpener(key: () => Buffer) {
  return (definition: NodeDefinition, inputs: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
    mapAddresses(definition, inputs, (text) => openAddress(text, key));
}
