import type { z } from 'zod';

/** An operation of the HTTP API, as a client calls it. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the base of the API; `{name}` stands for a parameter. */
  readonly path: string;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** What it answers when it succeeds. */
  readonly answer: z.ZodType;
}
