import type { NodeDefinition, SecretAddress } from './define-node.ts';

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' };

/**
 * The host of an address as credentials list it: `api.example.com`, with the port where that is not 443. So a host that a secret may go to encrypted is not
 * allowed without encryption, too.
 * @returns undefined for what is no address, which no node can connect to either
 */
export function hostOf(address: string): string | undefined {
  const trimmed = address.trim();
  if (!URL.canParse(trimmed)) return undefined;
  const { protocol, hostname, port } = new URL(trimmed);
  const number = port === '' ? DEFAULT_PORTS[protocol] : port;
  if (number === undefined || hostname === '' || hostname.startsWith('.')) return undefined;
  return number === '443' ? hostname : `${hostname}:${number}`;
}

/** A database as credentials list it. Compared letter by letter, since it is no web address: a folder, say, is a socket of this machine. */
function databaseHost({ host, port }: { readonly host: string; readonly port: number }): string {
  return `${host.toLowerCase()}:${port}`;
}

function secretAddresses(
  definition: NodeDefinition,
  inputs: Readonly<Record<string, unknown>>,
): readonly SecretAddress[] {
  const parsed = definition.params.safeParse(inputs);
  return parsed.success ? (definition.secretAddresses?.(parsed.data) ?? []) : [];
}

/**
 * Hosts that a node sends its secrets to; none while its settings can't be used.
 * @param inputs filled in: without references to variables
 */
export function secretHosts(definition: NodeDefinition, inputs: Readonly<Record<string, unknown>>): readonly string[] {
  const hosts = secretAddresses(definition, inputs).map((address) =>
    typeof address === 'string' ? hostOf(address) : databaseHost(address),
  );
  return [...new Set(hosts.filter((host) => host !== undefined))];
}

/**
 * Where secrets would go that stay as they are while the other settings of their node change, and did not go before. What is no address (a reference
 * to a variable, say) is a place of its own.
 */
export function newSecretPlace(
  definition: NodeDefinition,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string | undefined {
  const placesOf = (inputs: Readonly<Record<string, unknown>>) =>
    secretAddresses(definition, inputs).map((address) =>
      typeof address === 'string' ? (hostOf(address) ?? address.trim()) : databaseHost(address),
    );
  const fields = Object.fromEntries(
    Object.entries(before).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
  const known = [...placesOf(before), ...vendorHosts(definition.credential?.vendorHosts ?? [], fields)];
  return placesOf(after).find((place) => !listsHost(known, place));
}

/** Whether a list has a host: by its name, or by `*.example.com`, which stands for all below it. */
export function listsHost(list: readonly string[], host: string): boolean {
  return list.some((entry) => (entry.startsWith('*.') ? host.endsWith(entry.slice(1)) : entry === host));
}

/**
 * Hosts of the vendor itself, with the values of the credential's fields in them: `{field}.example.com` is a host once the field has the name of one.
 * @param patterns as {@link NodeCredential.vendorHosts} has them
 */
export function vendorHosts(patterns: readonly string[], fields: Readonly<Record<string, string>>): readonly string[] {
  return patterns.flatMap((pattern) => {
    const field = /\{(\w+)\}/.exec(pattern)?.[1];
    if (field === undefined) return [pattern];
    const value = fields[field] ?? '';
    return /^[A-Za-z0-9-]+$/.test(value) ? [pattern.replace(`{${field}}`, value.toLowerCase())] : [];
  });
}
