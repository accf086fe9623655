import { z } from 'zod';
import { UserError } from '../../../shared/errors/errors.ts';

/**
 * Reads what a store has put into `next` of a page.
 * @throws UserError INVALID_PARAM when it is of another store or was made up
 */
export function readCursor<T>(schema: z.ZodType<T>, after: string): T {
  const read = schema.safeParse(after);
  if (read.success) return read.data;
  throw new UserError('INVALID_PARAM', 'The page to go on from is not of this store: begin with the first page.', {
    details: { param: 'after' },
  });
}

/** A cursor that is a whole number from 0 on. */
export const NumberCursor = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

/** @param next of the last item of a full page; a page that is not full is the last one */
export function nextOf<T>(items: readonly T[], limit: number, next: (last: T) => string): string | undefined {
  const last = items.at(-1);
  return last === undefined || items.length < limit ? undefined : next(last);
}
