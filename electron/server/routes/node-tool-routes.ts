import {
  ConnectionTestBodySchema,
  ConnectionTestSchema,
  NodePreviewBodySchema,
  NodePreviewFormSchema,
  NodePreviewSchema,
} from '../../../shared/api/node-tools.ts';
import { errorAnswers } from '../openapi/error-answers.ts';
import type { NodeToolsService } from '../services/node-tools-service.ts';
import type { RunFolder } from '../services/runs/run-service.ts';
import { signalOf } from './caller.ts';
import type { ApiApp } from './operation.ts';
import { readStoreCall } from './read-store-form.ts';

export interface NodeToolRouteOptions {
  readonly nodeTools: NodeToolsService;
  /** For the files of a call. */
  readonly makeFolder: () => Promise<RunFolder>;
  readonly uploadLimitBytes: number;
}

const tags = ['Nodes'];

/** `/nodes/preview` and `/nodes/test-connection`: what the form of a node asks for. */
export function nodeToolRoutes(app: ApiApp, { nodeTools, makeFolder, uploadLimitBytes }: NodeToolRouteOptions): void {
  app.post(
    '/nodes/preview',
    {
      schema: {
        operationId: 'previewNodes',
        summary: 'Show the first chunks that a loader and a splitter give; nothing is written',
        description: 'Takes JSON, or a form with `files` and the other fields as JSON texts.',
        tags,
        body: NodePreviewBodySchema,
        form: NodePreviewFormSchema,
        response: {
          200: NodePreviewSchema,
          ...errorAnswers(
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
          ),
        },
      },
    },
    async (request, reply) => {
      const folder = await makeFolder();
      try {
        const { body, uploads } = await readStoreCall(request, {
          schema: NodePreviewBodySchema,
          folder: folder.path,
          uploadLimitBytes,
        });
        return await nodeTools.preview(body, uploads, folder.path, signalOf(request, reply));
      } finally {
        await folder.discard();
      }
    },
  );

  app.post(
    '/nodes/test-connection',
    {
      schema: {
        operationId: 'testNodeConnection',
        summary: 'Try to reach what a node talks to; nothing is changed there',
        description: 'What fails is an answer too: `ok` is false then, and `message` says what to do.',
        tags,
        body: ConnectionTestBodySchema,
        response: { 200: ConnectionTestSchema, ...errorAnswers('INVALID_INPUT', 'INVALID_JSON', 'CREDENTIAL_HOST') },
      },
    },
    (request, reply) => nodeTools.testConnection(request.body, signalOf(request, reply)),
  );
}
