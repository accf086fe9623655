import { z } from 'zod';
import { IdParamsSchema } from '../api/common.ts';
import { RunChunkListQuerySchema, RunChunkListSchema, RunUndoneSchema } from '../api/run-chunks.ts';
import { KeptUploadsSchema, RepeatQuerySchema, RunDetailsSchema } from '../api/run-details.ts';
import { RunFileListQuerySchema, RunFileListSchema } from '../api/run-files.ts';
import {
  RunCountQuerySchema,
  RunCountSchema,
  RunEventSchema,
  RunEventsHeadersSchema,
  RunListQuerySchema,
  RunSchema,
} from '../api/runs.ts';
import { UpsertAcceptedSchema } from '../api/vector.ts';
import type { Operations } from './operation.ts';

const tag = 'Runs';

const RESUME_ERRORS = [
  'INVALID_INPUT',
  'INVALID_OVERRIDE',
  'INVALID_FLOW_DATA',
  'FILE_UPLOADS_OFF',
  'UNAUTHORIZED',
  'RUN_NOT_FOUND',
  'CHATFLOW_NOT_FOUND',
  'RUN_NOT_RESUMABLE',
  'UNSUPPORTED_FILE_TYPE',
  'UNKNOWN_NODE',
  'NODE_DISABLED',
  'NO_VECTOR_STORE',
  'SEVERAL_VECTOR_STORES',
  'MISSING_INPUT',
  'INVALID_CONNECTION',
  'INVALID_PARAM',
  'CREDENTIAL_UNUSABLE',
  'CREDENTIAL_HOST',
  'FLOW_HAS_CYCLE',
  'NO_FILES',
] as const;

/** `/runs`: what upserts did and do. */
export const runOperations = {
  listRuns: {
    method: 'GET',
    path: '/runs',
    tag,
    summary: 'List runs, newest first',
    query: RunListQuerySchema,
    answers: { 200: z.array(RunSchema) },
    errors: ['INVALID_INPUT'],
  },
  countRuns: {
    method: 'GET',
    path: '/runs/count',
    tag,
    summary: 'Count runs',
    query: RunCountQuerySchema,
    answers: { 200: RunCountSchema },
    errors: ['INVALID_INPUT'],
  },
  getRun: {
    method: 'GET',
    path: '/runs/{id}',
    tag,
    summary: 'Read a run',
    params: IdParamsSchema,
    answers: { 200: RunSchema },
    errors: ['RUN_NOT_FOUND'],
  },
  getRunDetails: {
    method: 'GET',
    path: '/runs/{id}/details',
    tag,
    summary: 'Read the settings of a run, what is different from the run before, and whether it can be done again',
    params: IdParamsSchema,
    answers: { 200: RunDetailsSchema },
    errors: ['RUN_NOT_FOUND'],
  },
  repeatRun: {
    method: 'POST',
    path: '/runs/{id}/repeat',
    tag,
    summary: 'Start a run once more that has finished',
    description:
      'It becomes a new run, with the same overrides and files, on the flow or store as it is now. A run of a flow whose files are not kept any more is refused. With `file` it brings only that file of a flow, and what is stored of others stays. A store loads the same loader again, from the files that it keeps.',
    params: IdParamsSchema,
    query: RepeatQuerySchema,
    answers: { 202: UpsertAcceptedSchema },
    errors: [...RESUME_ERRORS, 'STORE_NOT_FOUND'],
  },
  listRunFiles: {
    method: 'GET',
    path: '/runs/{id}/files',
    tag,
    summary: 'List the files of a run, with what became of each',
    description:
      'While the run goes on too. What a loader finds by itself (pages, files of a folder, rows) is listed as it is found, up to 20,000.',
    params: IdParamsSchema,
    query: RunFileListQuerySchema,
    answers: { 200: RunFileListSchema },
    errors: ['INVALID_INPUT', 'RUN_NOT_FOUND'],
  },
  deleteRunFiles: {
    method: 'DELETE',
    path: '/runs/{id}/files',
    tag,
    summary: 'Delete the uploads that a run keeps',
    description:
      'What came with the call of a run that did not finish is kept for seven days, so that it can be resumed; afterwards it can not. Answers what was deleted.',
    params: IdParamsSchema,
    answers: { 200: KeptUploadsSchema },
    errors: ['RUN_NOT_FOUND', 'RUN_NOT_RESUMABLE'],
  },
  listRunChunks: {
    method: 'GET',
    path: '/runs/{id}/chunks',
    tag,
    summary: 'List the chunks that a run added, updated, deleted or skipped',
    description:
      'For the newest 20 runs of a flow or store, for seven days; skipped ones for the last run only. Of a vector store outside of Tributary only added ones. Of an older run that replaced more than 2,000 chunks there is no list.',
    params: IdParamsSchema,
    query: RunChunkListQuerySchema,
    answers: { 200: RunChunkListSchema },
    errors: ['INVALID_INPUT', 'RUN_NOT_FOUND', 'SERVICE_FAILED'],
  },
  undoRun: {
    method: 'POST',
    path: '/runs/{id}/undo',
    tag,
    summary: 'Undo the last run of a flow or store',
    description:
      'What it added goes, what it deleted or updated is as it was; nothing is embedded. Answers when it is done, and goes on when the caller hangs up. Settings stay as they are. In a vector store outside of Tributary only a run that just added chunks can be undone.',
    params: IdParamsSchema,
    answers: { 200: RunUndoneSchema },
    errors: ['RUN_NOT_FOUND', 'RUN_NOT_UNDOABLE', 'STORE_BUSY', 'SERVICE_FAILED'],
  },
  watchRun: {
    method: 'GET',
    path: '/runs/{id}/events',
    tag,
    summary: 'Follow a run while it goes on',
    description: 'Server-sent events. Send `Last-Event-ID` to go on where a broken stream ended.',
    params: IdParamsSchema,
    headers: RunEventsHeadersSchema,
    answers: {
      200: {
        description:
          'The data of each event is one of these, as JSON. The stream ends when the run does; of a run that has just ended it has the same events.',
        content: { 'text/event-stream': { schema: RunEventSchema } },
      },
    },
    errors: ['RUN_NOT_FOUND'],
  },
  cancelRun: {
    method: 'POST',
    path: '/runs/{id}/cancel',
    tag,
    summary: 'Stop a run',
    description: 'What it has stored so far stays.',
    params: IdParamsSchema,
    answers: { 200: RunSchema },
    errors: ['RUN_NOT_FOUND', 'RUN_FINISHED'],
  },
  resumeRun: {
    method: 'POST',
    path: '/runs/{id}/resume',
    tag,
    summary: 'Start a run once more that failed, was cancelled or was cut off',
    description:
      'It becomes a new run, with the same files and overrides, on the chatflow as it is now. The files of such a run are kept for 7 days. What it had stored stays: with a record manager it is skipped, without one it is replaced, so that nothing is there twice.',
    params: IdParamsSchema,
    answers: { 202: UpsertAcceptedSchema },
    errors: RESUME_ERRORS,
  },
} as const satisfies Operations;
