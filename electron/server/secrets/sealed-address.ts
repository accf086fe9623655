import { UserError } from '../../../shared/errors/errors.ts';
import {
  type AddressParts,
  addressParams,
  isTypedPassword,
  readAddress,
  sealedPart,
  withPassword,
} from '../../../shared/flow/address-password.ts';
import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import { seal, unseal } from './seal.ts';

/** A sealed password opens only for this user at this host: changing the host in the address reveals nothing. */
function whatItIsFor({ head, host }: AddressParts): string {
  return `${head.trim()}@${host}`.toLowerCase();
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
  if (parts === undefined || !isTypedPassword(parts.password)) return text;
  const sealed = seal(parts.password, key(), whatItIsFor(parts)).toString('base64url');
  return withPassword(parts, `sealed.${sealed}`);
}

function openAddress(text: string, key: () => Buffer): string {
  const parts = readAddress(text);
  const sealed = sealedPart(parts?.password ?? '');
  if (parts === undefined || sealed === undefined) return text;
  const password = unseal(Buffer.from(sealed, 'base64url'), key(), whatItIsFor(parts));
  if (password !== undefined) return withPassword(parts, password);
  throw new UserError(
    'CREDENTIAL_UNUSABLE',
    `The password in the address at ${parts.host} can't be read, since the address was changed or the key that it was encrypted with is gone: type the password in again.`,
    { details: { host: parts.host } },
  );
}

/**
 * Encrypts the passwords in addresses (`https://user:password@host/`) in place. Passwords that are already encrypted, and references to variables,
 * stay.
 * @param key called only if there is a password
 * @returns the same object if there is none
 */
export function sealAddresses(
  definition: NodeDefinition,
  inputs: Readonly<Record<string, unknown>>,
  key: () => Buffer,
): Readonly<Record<string, unknown>> {
  return mapAddresses(definition, inputs, (text) => sealAddress(text, key));
}

/**
 * Makes the reverse of {@link sealAddresses}, for a run. It throws UserError CREDENTIAL_UNUSABLE if a password was encrypted for another user, host
 * or key.
 */
export function createAddressOpener(key: () => Buffer) {
  return (definition: NodeDefinition, inputs: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
    mapAddresses(definition, inputs, (text) => openAddress(text, key));
}
