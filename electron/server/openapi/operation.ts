import type { z } from 'zod';
import type { ErrorCode } from '../../../shared/errors/error-codes.ts';

/** An answer that is not JSON, by media type. */
export interface ContentAnswer {
  readonly description: string;
  readonly content: Readonly<Record<string, { readonly schema: z.ZodType }>>;
}

export type SuccessAnswer = z.ZodType | ContentAnswer;

/** What the API says of one of its operations. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api/v1`, as Fastify writes it: `/chatflows/:id`. */
  readonly path: string;
  /** The name of the operation in the document and in clients made from it: unique, camelCase, verb first. */
  readonly operationId: string;
  /** A few words, without a full stop. */
  readonly summary: string;
  readonly description?: string;
  /** The group of operations that it is shown in. */
  readonly tag: string;
  readonly params?: z.ZodObject;
  readonly querystring?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Fields of the multipart form that the operation takes beside JSON. It reads and checks the form itself. */
  readonly form?: z.ZodType;
  /** By status, what it answers when it succeeds. */
  readonly answers: Readonly<Record<number, SuccessAnswer>>;
  /** How it fails, beside the errors that any call may end in. */
  readonly errors: readonly ErrorCode[];
}
