import { z } from 'zod';

/** Header with the secret of the data folder. */
export const LOCAL_TOKEN_HEADER = 'x-tributary-token';

/** Query parameter of the link that lets a browser in. */
export const CODE_PARAM = 'code';

/** Whether the caller is the app itself. */
export const SessionSchema = z.object({ isApp: z.boolean() });

export const SessionCreateSchema = z.object({ code: z.string().min(1).max(255) });

export const SessionCodeSchema = z.object({ code: z.string() });

/** The address that lets a browser in, once. */
export function linkWith(url: string, code: string): string {
  return `${url}/?${CODE_PARAM}=${encodeURIComponent(code)}`;
}
