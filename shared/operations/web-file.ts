import { WEB_FILE_NAME_HEADER, WebFileBodySchema, WebFileSchema } from '../api/web-files.ts';
import type { Operations } from './operation.ts';

/** `/web-files`: a page or a file of the web, to be uploaded like one of the disk. */
export const webFileOperations = {
  fetchWebFile: {
    method: 'POST',
    path: '/web-files',
    tag: 'Vector upsert',
    summary: 'Fetch what lies at a web address, as a file',
    description: `Nothing is stored: the answer is to be uploaded like any other file. The header \`${WEB_FILE_NAME_HEADER}\` is its name, percent-encoded. Addresses of this machine and of private networks need \`allowLocalNetwork\`.`,
    body: WebFileBodySchema,
    answers: {
      200: {
        description: 'The file, as the site gives it.',
        content: { 'application/octet-stream': { schema: WebFileSchema } },
      },
    },
    errors: [
      'INVALID_INPUT',
      'INVALID_PARAM',
      'ADDRESS_REFUSED',
      'UNSUPPORTED_FILE_TYPE',
      'FILE_TOO_LARGE',
      'SERVICE_FAILED',
      'SERVICE_TIMEOUT',
    ],
  },
} as const satisfies Operations;
