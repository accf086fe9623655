import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** First byte of sealed data, so that the format can change one day. */
const VERSION = 1;
/** 96 bits, as GCM requires; random values are safe for 2^32 seals under one key. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + NONCE_BYTES + TAG_BYTES;
const CIPHER = 'aes-256-gcm';

/**
 * Encrypts a text with AES-256-GCM.
 * @param about the id of its owner; opening it for any other owner fails, so sealed texts can't be swapped
 */
export function seal(text: string, key: Buffer, about: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(about));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), encrypted]);
}

/** The reverse of {@link seal}; undefined if the key or the owner is another, or the data was changed. */
export function unseal(sealed: Buffer, key: Buffer, about: string): string | undefined {
  if (sealed.length < HEADER_BYTES || sealed[0] !== VERSION) return undefined;
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(about))
    .setAuthTag(sealed.subarray(1 + NONCE_BYTES, HEADER_BYTES));
  const text = decipher.update(sealed.subarray(HEADER_BYTES));
  try {
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    // The tag does not match: the caller knows what that means.
    return undefined;
  }
}
