import { z } from 'zod';
import { t } from '../texts/t.ts';

/** To spread into the headers of an operation that can be repeated safely. */
export const idempotencyHeader = {
  'idempotency-key': z
    .string()
    .min(1, t('must not be empty'))
    .max(255)
    .optional()
    .meta({
      description:
        'Any text of at most 255 characters that you make up for this call. A call with the same key within 24 hours gets the answer of the first one, and nothing runs again; unless that one failed.',
      examples: ['handbook-2025-01-15'],
    }),
};
