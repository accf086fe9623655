import type { z } from 'zod';
import type { ErrorCode } from '../../../shared/errors/error-codes.ts';
import type { ApiClient } from '../servers/api-client.ts';

/** What the calls of a suite are made on. */
export interface ContractKit {
  readonly api: ApiClient;
  /** Of a local server that speaks OpenAI's interface. */
  readonly basepath: string;
}

/** A call that must succeed. Each has rows of its own, so that calls may change or delete them. */
export interface RightCall {
  /** Values of the path's placeholders. */
  readonly params: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Changes to a right body that make it wrong: undefined takes a field away. */
export type Patch = Readonly<Record<string, unknown>>;

export interface ContractOperation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As interface.md writes it, below /api/v1. */
  readonly path: string;
  /** What a right call answers. */
  readonly answer: z.ZodType;
  prepare(kit: ContractKit): Promise<RightCall>;
  /** For each placeholder what an id answers that nobody has; for other placeholders see `wrongParams`. */
  readonly unknown: Readonly<Record<string, ErrorCode>>;
  /** Placeholders that may be any text: what nobody has answers an empty list. */
  readonly anyId?: readonly string[];
  /** Values of placeholders that are no ids: 400. */
  readonly wrongParams?: Readonly<Record<string, readonly string[]>>;
  /** Bodies that are 400. */
  readonly wrong?: readonly Patch[];
  /** Bodies that name something that is not there. */
  readonly dangling?: readonly { readonly patch: Patch; readonly code: ErrorCode }[];
  /** Queries with the status that each answers. */
  readonly wrongQueries?: Readonly<Record<string, number>>;
  /** Takes a multipart form, too. */
  readonly hasForm?: true;
}

/** An id that nobody has. */
export const NOBODY = '11111111-2222-4333-8444-555555555555';

/** Of lists that can be had in pages. */
export const wrongPaging = {
  'page=0&limit=1': 412,
  'page=1&limit=-1': 412,
  'page=x&limit=1': 400,
  'page=1.5&limit=1': 400,
} as const;

/** The path of an operation with values for its placeholders, which are put in as they are. */
export function pathOf(operation: ContractOperation, { params, query }: Pick<RightCall, 'params' | 'query'>): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${operation.path} needs ${name}`);
    return value;
  });
  return `/api/v1${path}${query === undefined ? '' : `?${query}`}`;
}

/** A right body with the changes of a patch. */
export function patched(body: Readonly<Record<string, unknown>>, patch: Patch): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...body, ...patch }).filter(([, value]) => value !== undefined));
}
