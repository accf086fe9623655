import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 bits: too many to guess. */
const KEY_BYTES = 32;
const HINT_CHARACTERS = 4;

/** A new key, as base64url text of 43 characters. */
export function generateApiKey(): string {
  return randomBytes(KEY_BYTES).toString('base64url');
}

/**
 * The hash of a key that is stored. A plain SHA-256, not a slow password hash, on purpose: slow hashes protect passwords that people choose; these
 * keys are 256 random bits, which can't be guessed. A check takes a microsecond instead of a tenth of a second.
 */
export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** The last characters, by which a person recognises a key: 24 of the 256 bits. */
export function hintOf(key: string): string {
  return key.slice(-HINT_CHARACTERS);
}

/** Compares two hashes in constant time. */
export function isSameHash(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

/** The key of an `Authorization: Bearer <key>` header; undefined if the header has another form or is missing. */
export function readBearerKey(authorization: string | undefined): string | undefined {
  return /^Bearer[ ]+(\S+)[ ]*$/i.exec(authorization ?? '')?.[1];
}
