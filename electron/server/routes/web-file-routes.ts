import { WEB_FILE_NAME_HEADER } from '../../../shared/api/web-files.ts';
import type { webFileOperations } from '../../../shared/operations/web-file.ts';
import { signalOf } from './caller.ts';
import type { RoutesOf } from './route.ts';

/** `/web-files`: a page or a file of the web, to be uploaded like one of the disk. */
export const webFileRoutes = {
  fetchWebFile: {
    touches: 'nothing',
    async handle(request, { fetchWebFile }, reply) {
      const { url, allowLocalNetwork = false } = request.body;
      const { name, bytes } = await fetchWebFile(url, { allowLocalNetwork, signal: signalOf(request, reply) });
      return reply
        .type('application/octet-stream')
        .header(WEB_FILE_NAME_HEADER, encodeURIComponent(name))
        .header('x-content-type-options', 'nosniff')
        .send(bytes);
    },
  },
} satisfies RoutesOf<typeof webFileOperations>;
