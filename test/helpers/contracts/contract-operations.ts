import type { z } from 'zod';
import type { ErrorCode } from '../../../shared/errors/error-codes.ts';
import type { ApiClient } from '../servers/api-client.ts';

/** The resources that the calls of a suite use. */
export interface ContractKit {
  readonly api: ApiClient;
  /** Address of a local OpenAI-compatible server. */
  readonly basepath: string;
}

/** A call that must succeed. Each has its own rows, so that calls may change or delete them. */
export interface RightCall {
  /** Values of the path's placeholders. */
  readonly params: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Changes that make a valid body invalid: undefined removes a field. */
export type Patch = Readonly<Record<string, unknown>>;

export interface ContractOperation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As in interface.md, below /api/v1. */
  readonly path: string;
  /** The status of a valid call. */
  readonly answer: z.ZodType;
  prepare(kit: ContractKit): Promise<RightCall>;
  /** For each placeholder the code for an unknown id; for other placeholders see `wrongParams`. */
  readonly unknown: Readonly<Record<string, ErrorCode>>;
  /** Placeholders that may be any text: an unknown value gives an empty list. */
  readonly anyId?: readonly string[];
  /** Values of placeholders that are not ids: 400. */
  readonly wrongParams?: Readonly<Record<string, readonly string[]>>;
  /** Bodies that get 400. */
  readonly wrong?: readonly Patch[];
  /** Bodies that refer to something that does not exist. */
  readonly dangling?: readonly { readonly patch: Patch; readonly code: ErrorCode }[];
  /** Queries with the status of each. */
  readonly wrongQueries?: Readonly<Record<string, number>>;
  /** Whether it also accepts a multipart form. */
  readonly hasForm?: true;
}

/** An id that no row has. */
export const NOBODY = '11111111-2222-4333-8444-555555555555';

/** For lists with pages. */
export const wrongPaging = {
  'page=0&limit=1': 412,
  'page=1&limit=-1': 412,
  'page=x&limit=1': 400,
  'page=1.5&limit=1': 400,
} as const;

/** The path of an operation with unencoded values for its placeholders. */
export function pathOf(operation: ContractOperation, { params, query }: Pick<RightCall, 'params' | 'query'>): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${operation.path} needs ${name}`);
    return value;
  });
  return `/api/v1${path}${query === undefined ? '' : `?${query}`}`;
}

/** A valid body with the changes of a patch. */
export function patched(body: Readonly<Record<string, unknown>>, patch: Patch): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...body, ...patch }).filter(([, value]) => value !== undefined));
}
