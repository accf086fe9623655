import { OperationalError } from '../../../shared/errors/errors.ts';

/** Statuses that may be others a little later: too many requests, and a server behind a gateway that is not there for now. */
export const TRIED_AGAIN: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Codes of connections that broke, or could not be made for now. */
const BROKEN = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_SOCKET',
]);

/** Whether a request that failed with this error may succeed if it is sent again. */
export function isWorthAnotherTry(error: unknown): boolean {
  if (!(error instanceof OperationalError)) return false;
  const reason = error.details?.reason;
  return typeof reason === 'string' && BROKEN.has(reason);
}

/**
 * Reads a Retry-After header: seconds or a date (RFC 9110).
 * @returns ms from now, at least 0; undefined if there is none that can be read
 */
export function readRetryAfterMs(value: string | null, nowMs: number = Date.now()): number | undefined {
  if (value === null || value.trim() === '') return undefined;
  const seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - nowMs;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
