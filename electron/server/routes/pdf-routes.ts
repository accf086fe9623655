import type { FastifyInstance } from 'fastify';
import { CMAP_PATH } from '../../../shared/text/cmap-path.ts';
import { readCharacterMap } from '../pipeline/original/read-character-map.ts';

/** The maps never change: a day is enough for somebody who looks through such PDFs. */
const MAX_AGE_SECONDS = 86_400;

/** What the page needs to draw PDFs, and loads when one names it. No operation of the API, as the files of the page are none. */
export function pdfRoutes(app: FastifyInstance): void {
  app.get<{ Params: { name: string } }>(`${CMAP_PATH}:name`, async ({ params }, reply) => {
    const bytes = await readCharacterMap(params.name);
    return reply
      .type('application/octet-stream')
      .header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`)
      .send(Buffer.from(bytes));
  });
}
