import { ArchiveFileSchema, ArchiveFormSchema, ImportedArchiveSchema } from '../../api/archives.ts';
import { DryRunQuerySchema } from '../../api/dry-run.ts';
import { MoveAcceptedSchema, MoveBodySchema } from '../../api/moves.ts';
import {
  UpsertAcceptedSchema,
  UpsertBodySchema,
  VectorQueryBodySchema,
  VectorQueryResultSchema,
} from '../../api/vector.ts';
import { WebFileBodySchema, WebFileSchema } from '../../api/web-files.ts';
import type { Operation } from '../operation.ts';

export const vectorsOperations = {
  /** With `Prefer: respond-async`, which is how clients of ours call it. */
  upsertVector: {
    method: 'POST',
    path: '/vector/upsert/{id}',
    query: DryRunQuerySchema,
    body: UpsertBodySchema,
    answer: UpsertAcceptedSchema,
  },
  queryVector: {
    method: 'POST',
    path: '/vector/query/{id}',
    body: VectorQueryBodySchema,
    answer: VectorQueryResultSchema,
  },
  exportArchive: { method: 'GET', path: '/archives/{id}', answer: ArchiveFileSchema },
  importArchive: { method: 'POST', path: '/archives', body: ArchiveFormSchema, answer: ImportedArchiveSchema },
  moveChatflow: { method: 'POST', path: '/moves/{id}', body: MoveBodySchema, answer: MoveAcceptedSchema },
  fetchWebFile: { method: 'POST', path: '/web-files', body: WebFileBodySchema, answer: WebFileSchema },
} as const satisfies Record<string, Operation>;
