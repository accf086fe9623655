import { localAddressKind } from './address-kind.ts';

/** Models that Ollama asks its vendor for, though it answers on this machine itself. */
const OLLAMA_CLOUD = /[:-]cloud$/;
const OLLAMA_HOST = 'ollama.com';

/**
 * The host to which questions and passages go; undefined if they stay on this machine.
 * @param address of the service that answers
 */
export function hostBehind(address: string, model: string): string | undefined {
  if (!URL.canParse(address)) return address;
  const { hostname, host } = new URL(address);
  const name = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isName = /^(?:.+\.)?localhost$/i.test(name);
  const isHere = isName || ['loopback', 'unspecified'].includes(localAddressKind(name) ?? '');
  if (isHere) return OLLAMA_CLOUD.test(model) ? OLLAMA_HOST : undefined;
  return host;
}
