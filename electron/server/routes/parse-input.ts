import type { z } from 'zod';
import { UserError } from '../../../shared/errors/errors.ts';

/**
 * Checks what a caller sent.
 * @param what names the part of the request in the message: "body", "query"
 * @throws UserError INVALID_INPUT naming the field
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown, what: string): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path.join('.') ?? '';
  const place = path === '' ? `The ${what}` : `${path} in the ${what}`;
  const reason = issue?.message ?? 'is not valid';
  throw new UserError('INVALID_INPUT', `${place} can't be used: ${reason}.`, { details: { path } });
}
