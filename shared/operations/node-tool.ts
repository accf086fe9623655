import {
  ConnectionTestBodySchema,
  ConnectionTestSchema,
  ListedModelsSchema,
  NodePreviewBodySchema,
  NodePreviewFormSchema,
  NodePreviewSchema,
} from '../api/node-tools.ts';
import type { Operations } from './operation.ts';

const tag = 'Nodes';

/** `/nodes/preview` and `/nodes/test-connection`: what the form of a node asks for. */
export const nodeToolOperations = {
  previewNodes: {
    method: 'POST',
    path: '/nodes/preview',
    tag,
    summary: 'Show the first chunks that a loader and a splitter give; nothing is written',
    description: 'Takes JSON, or a form with `files` and the other fields as JSON texts.',
    body: NodePreviewBodySchema,
    form: NodePreviewFormSchema,
    answers: {
      200: NodePreviewSchema,
    },
    errors: [
      'INVALID_INPUT',
      'INVALID_JSON',
      'INVALID_MULTIPART',
      'ADDRESS_REFUSED',
      'FILE_CORRUPT',
      'FILE_EMPTY',
      'FILE_HAS_NO_TEXT',
      'FILE_ENCRYPTED',
      'ARCHIVE_TOO_LARGE',
      'FILE_TOO_LARGE',
      'UNSUPPORTED_FILE_TYPE',
      'INVALID_PARAM',
      'MISSING_CREDENTIAL',
      'CREDENTIAL_UNUSABLE',
      'CREDENTIAL_HOST',
      'NO_FILES',
      'SERVICE_FAILED',
      'SERVICE_TIMEOUT',
      'DISK_FULL',
    ],
  },
  listNodeModels: {
    method: 'POST',
    path: '/nodes/models',
    tag,
    summary: 'List the models that the service of a node has',
    description:
      'For nodes whose service can list them, as OpenAI’s interface, Ollama and Mistral do. What fails is an answer too: `message` says what to do.',
    body: ConnectionTestBodySchema,
    answers: { 200: ListedModelsSchema },
    errors: ['INVALID_INPUT', 'INVALID_JSON', 'CREDENTIAL_HOST'],
  },
  testNodeConnection: {
    method: 'POST',
    path: '/nodes/test-connection',
    tag,
    summary: 'Try to reach what a node talks to; nothing is changed there',
    description: 'What fails is an answer too: `ok` is false then, and `message` says what to do.',
    body: ConnectionTestBodySchema,
    answers: { 200: ConnectionTestSchema },
    errors: ['INVALID_INPUT', 'INVALID_JSON', 'CREDENTIAL_HOST'],
  },
} as const satisfies Operations;
