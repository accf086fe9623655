import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { type ErrorBody, ErrorBodySchema } from '../../../shared/api/common.ts';
import type { RawAnswer } from './contract-request.ts';

const projectFolder = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

/** What would tell a caller of our code, our machine or our tables. */
const LEAKS: readonly RegExp[] = [
  /node_modules/,
  /\bat .+:\d+:\d+/,
  /\.[cm]?[jt]s:\d+/,
  /SQLITE_|better-sqlite3|Fastify|FST_/,
  /\b(SELECT .+ FROM|INSERT INTO|UPDATE \w+ SET|DELETE FROM)\b/,
  /\[object Object\]|\bundefined\b|\bNaN\b/,
];

/** Longest error that a caller should have to read; what was sent is not sent back whole. */
const LONGEST_ERROR = 3000;

/**
 * Checks an error: the one shape and nothing more, of the status that it says, readable, and silent about this machine.
 * @returns its body
 */
export function expectError(answer: RawAnswer, dataDir: string, what: string): ErrorBody {
  expect(answer.headers['content-type'], what).toMatch(/^application\/json/);
  const body = ErrorBodySchema.strict().parse(JSON.parse(answer.text));
  expect(body.stack, what).toEqual({});
  expect(body.statusCode, what).toBe(answer.status);
  expect(body.message, what).toMatch(/\S.*[.:]/s);
  expect(answer.text.length, what).toBeLessThan(LONGEST_ERROR);
  for (const secret of [dataDir, projectFolder, homedir()]) expect(answer.text, what).not.toContain(secret);
  for (const leak of LEAKS) expect(answer.text, what).not.toMatch(leak);
  return body;
}

/** Checks any answer: never a fault of ours, and every error as {@link expectError} wants it. */
export function expectSound(answer: RawAnswer, dataDir: string, what: string): void {
  expect(answer.status, `${what}\n${answer.text}`).toBeLessThan(500);
  if (answer.status >= 400) expectError(answer, dataDir, what);
  else expect(answer.text, what).not.toContain(dataDir);
}
