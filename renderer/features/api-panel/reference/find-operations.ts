import type { ApiDocument, ApiOperation } from '../../../api/api-document.ts';

export interface OperationGroup {
  readonly tag: string;
  readonly operations: readonly ApiOperation[];
}

/** The operations with all words that are searched for, by resource, in the order of the description. */
export function findOperations({ operations }: ApiDocument, words: string): readonly OperationGroup[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const found = operations.filter(({ method, path, summary, operationId, tag }) => {
    const text = `${method} ${path} ${summary} ${operationId} ${tag}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
  return [...Map.groupBy(found, ({ tag }) => tag)].map(([tag, group]) => ({ tag, operations: group }));
}

export interface ApiError {
  readonly status: string;
  readonly code: string;
}

/** The errors that an operation may answer, by status. */
export function errorsOf({ responses }: ApiOperation): readonly ApiError[] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, { content }]) =>
      Object.values(content).flatMap(({ examples = {} }) => Object.keys(examples).map((code) => ({ status, code }))),
    );
}

/** The errors that every operation may answer. */
export function commonErrors({ operations }: ApiDocument): readonly ApiError[] {
  const [first, ...others] = operations.map(errorsOf);
  return (first ?? []).filter(({ code }) => others.every((errors) => errors.some((error) => error.code === code)));
}
