import { z } from 'zod';
import { RunChunkListQuerySchema, RunChunkListSchema, RunUndoneSchema } from '../../api/run-chunks.ts';
import { KeptUploadsSchema, RepeatQuerySchema, RunDetailsSchema } from '../../api/run-details.ts';
import { RunFileListQuerySchema, RunFileListSchema } from '../../api/run-files.ts';
import { RunCountQuerySchema, RunCountSchema, RunEventSchema, RunListQuerySchema, RunSchema } from '../../api/runs.ts';
import { UpsertAcceptedSchema } from '../../api/vector.ts';
import type { Operation } from '../operation.ts';

export const runsOperations = {
  listRuns: { method: 'GET', path: '/runs', query: RunListQuerySchema, answer: z.array(RunSchema) },
  countRuns: { method: 'GET', path: '/runs/count', query: RunCountQuerySchema, answer: RunCountSchema },
  getRun: { method: 'GET', path: '/runs/{id}', answer: RunSchema },
  listRunFiles: {
    method: 'GET',
    path: '/runs/{id}/files',
    query: RunFileListQuerySchema,
    answer: RunFileListSchema,
  },
  deleteRunFiles: { method: 'DELETE', path: '/runs/{id}/files', answer: KeptUploadsSchema },
  watchRun: { method: 'GET', path: '/runs/{id}/events', answer: RunEventSchema },
  cancelRun: { method: 'POST', path: '/runs/{id}/cancel', answer: RunSchema },
  listRunChunks: {
    method: 'GET',
    path: '/runs/{id}/chunks',
    query: RunChunkListQuerySchema,
    answer: RunChunkListSchema,
  },
  undoRun: { method: 'POST', path: '/runs/{id}/undo', answer: RunUndoneSchema },
  getRunDetails: { method: 'GET', path: '/runs/{id}/details', answer: RunDetailsSchema },
  repeatRun: { method: 'POST', path: '/runs/{id}/repeat', query: RepeatQuerySchema, answer: UpsertAcceptedSchema },
  resumeRun: { method: 'POST', path: '/runs/{id}/resume', answer: UpsertAcceptedSchema },
} as const satisfies Record<string, Operation>;
