import { z } from 'zod';

/** Query parameter of the link that lets a browser in. */
export const CODE_PARAM = 'code';

/** Whether the caller is the app itself. */
export const SessionSchema = z.object({ isApp: z.boolean() }).meta({ id: 'Session', examples: [{ isApp: true }] });

const EXAMPLE_CODE = { code: 'hX3vQm5n0c8kq2bYw7dTgR1sLzAeJfUoPiVxCyN4KM0' };

export const SessionCreateSchema = z
  .object({ code: z.string().min(1).max(255) })
  .meta({ id: 'SessionCreate', examples: [EXAMPLE_CODE] });

export const SessionCodeSchema = z.object({ code: z.string() }).meta({ id: 'SessionCode', examples: [EXAMPLE_CODE] });

/** The address that lets a browser in, once. */
export function linkWith(url: string, code: string): string {
  return `${url}/?${CODE_PARAM}=${encodeURIComponent(code)}`;
}
