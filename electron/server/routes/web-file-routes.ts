import { WEB_FILE_NAME_HEADER, WebFileBodySchema, WebFileSchema } from '../../../shared/api/web-files.ts';
import { signalOf } from './caller.ts';
import { route } from './route.ts';

/** `/web-files`: a page or a file of the web, to be uploaded like one of the disk. */
export const webFileRoutes = [
  route({
    method: 'POST',
    path: '/web-files',
    operationId: 'fetchWebFile',
    touches: 'nothing',
    summary: 'Fetch what lies at a web address, as a file',
    description: `Nothing is stored: the answer is to be uploaded like any other file. The header \`${WEB_FILE_NAME_HEADER}\` is its name, percent-encoded. Addresses of this machine and of private networks need \`allowLocalNetwork\`.`,
    tag: 'Vector upsert',
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
    async handle(request, { fetchWebFile }, reply) {
      const { url, allowLocalNetwork = false } = request.body;
      const { name, bytes } = await fetchWebFile(url, { allowLocalNetwork, signal: signalOf(request, reply) });
      return reply
        .type('application/octet-stream')
        .header(WEB_FILE_NAME_HEADER, encodeURIComponent(name))
        .header('x-content-type-options', 'nosniff')
        .send(bytes);
    },
  }),
];
