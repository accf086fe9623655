import type { Passage } from '../../../../shared/api/originals.ts';
import type { ErrorData } from '../../../../shared/errors/errors.ts';
import type { PassageRequest } from './passage-place.ts';

export interface ToOriginalWorker {
  readonly id: number;
  readonly request: PassageRequest;
}

export type FromOriginalWorker = { readonly id: number } & (
  | { readonly passage: Passage }
  | { readonly error: ErrorData }
);
