import type { ErrorData } from '../../../../../shared/errors/errors.ts';
import type { Matrix } from './matrix.ts';
import type { Projection } from './project-rows.ts';
import type { OnDrawing } from './umap.ts';

/** Rows to be drawn: one message, and the thread is done after its answer. */
export type ToMapWorker = Matrix;

export type FromMapWorker =
  | { readonly step: Parameters<OnDrawing>[0]; readonly fraction: number }
  | { readonly projection: Projection }
  | { readonly error: ErrorData };
