import { z } from 'zod';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

function isSafe(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || LOOPBACK.has(hostname);
}

/** `updateUrl` of settings.json; empty: updates are looked for nowhere. Whoever can change what this address answers can put a program on this machine. */
export const UpdateUrlSchema = z
  .url({ protocol: /^https?$/ })
  .refine(isSafe, { message: 'Updates come over https only.' })
  .or(z.literal(''));
