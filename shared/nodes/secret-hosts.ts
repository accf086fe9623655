import type { NodeDefinition, SecretAddress } from './define-node.ts';

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' };

/**
 * The host of an address as credentials list it: `api.example.com`, with the port unless it is 443. So a host that is allowed with encryption is not
 * allowed without.
 * @returns undefined for an invalid address, to which no node can connect
 */
export function hostOf(address: string): string | undefined {
  const trimmed = address.trim();
  if (!URL.canParse(trimmed)) return undefined;
  const { protocol, hostname, port } = new URL(trimmed);
  const number = port === '' ? DEFAULT_PORTS[protocol] : port;
  if (number === undefined || hostname === '' || hostname.startsWith('.')) return undefined;
  return number === '443' ? hostname : `${hostname}:${number}`;
}

/** A database as credentials list it. Compared exactly, because it is not a web address: a folder, for example, is a socket of this machine. */
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
 * Hosts that a node sends its secrets to; none while its settings are invalid.
 * @param inputs with all references to variables resolved
 */
export function secretHosts(definition: NodeDefinition, inputs: Readonly<Record<string, unknown>>): readonly string[] {
  const hosts = secretAddresses(definition, inputs).map((address) =>
    typeof address === 'string' ? hostOf(address) : databaseHost(address),
  );
  return [...new Set(hosts.filter((host) => host !== undefined))];
}

/**
 * New hosts for secrets that stay while the other settings of their node change. An invalid address (a reference to a variable, for example) counts
 * as a host of its own.
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

/** Whether a list contains a host: by its name, or by `*.example.com`, which includes all subdomains. */
export function listsHost(list: readonly string[], host: string): boolean {
  return list.some((entry) => (entry.startsWith('*.') ? host.endsWith(entry.slice(1)) : entry === host));
}

/**
 * Hosts of the vendor, with the values of the credential's fields: `{field}.example.com` counts once the value is a valid host name part.
 * @param patterns as in {@link NodeCredential.vendorHosts}
 */
export function vendorHosts(patterns: readonly string[], fields: Readonly<Record<string, string>>): readonly string[] {
  return patterns.flatMap((pattern) => {
    const field = /\{(\w+)\}/.exec(pattern)?.[1];
    if (field === undefined) return [pattern];
    const value = fields[field] ?? '';
    return /^[A-Za-z0-9-]+$/.test(value) ? [pattern.replace(`{${field}}`, value.toLowerCase())] : [];
  });
}
