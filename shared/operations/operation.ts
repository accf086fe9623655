import type { z } from 'zod';
import type { ErrorCode } from '../errors/error-codes.ts';

/** An answer that is not JSON, by media type. */
export interface ContentAnswer {
  readonly description: string;
  readonly content: Readonly<Record<string, { readonly schema: z.ZodType }>>;
}

export type SuccessAnswer = z.ZodType | ContentAnswer;

/** An operation of the HTTP API: what the server checks and describes of it, and what its clients send and read. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api/v1`; `{name}` stands for a parameter. */
  readonly path: `/${string}`;
  /** The group of operations that it is shown in. */
  readonly tag: string;
  /** A few words, without a full stop. */
  readonly summary: string;
  readonly description?: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Fields of the multipart form that it takes beside JSON. Its route reads and checks the form itself. */
  readonly form?: z.ZodType;
  /** By status, what it answers when it succeeds. */
  readonly answers: Readonly<Record<number, SuccessAnswer>>;
  /** How it fails, beside the errors that any call may end in. */
  readonly errors: readonly ErrorCode[];
}

/** Operations by their ids, which are unique, camelCase, and begin with a verb. */
export type Operations = Readonly<Record<string, Operation>>;
