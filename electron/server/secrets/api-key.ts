import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 bits: nobody guesses one. */
const KEY_BYTES = 32;
const HINT_CHARACTERS = 4;

/** A new key, as base64url text of 43 characters. */
export function generateApiKey(): string {
  return randomBytes(KEY_BYTES).toString('base64url');
}

/**
 * What is stored of a key. A plain SHA-256 and no slow password hash, on purpose: slowness protects what people make up, and these keys are 256 random
 * bits, which no amount of guessing finds. So a check costs a microsecond, not a tenth of a second.
 */
export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** The last characters, by which a person tells keys apart: 24 of the 256 bits. */
export function hintOf(key: string): string {
  return key.slice(-HINT_CHARACTERS);
}

/** Compares two hashes in a time that says nothing of where they differ. */
export function isSameHash(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

/** The key of an `Authorization: Bearer <key>` header; undefined when there is none of that form. */
export function readBearerKey(authorization: string | undefined): string | undefined {
  return /^Bearer[ ]+(\S+)[ ]*$/i.exec(authorization ?? '')?.[1];
}
