import { Readable } from 'node:stream';
import { UserError } from '../../../shared/errors/errors.ts';
import type { archiveOperations } from '../../../shared/operations/archive.ts';
import { isForm, readForm } from './read-upsert-form.ts';
import type { RoutesOf } from './route.ts';
import { itsOwner } from './touches.ts';

/** A file name that every system takes; only ASCII may stand in the header as it is. */
function dispositionOf(name: string): string {
  return `attachment; filename="archive.zip"; filename*=UTF-8''${encodeURIComponent(`${name}.zip`)}`;
}

/** `/archives`: a flow or document store with all that it has stored, as one file. */
export const archiveRoutes = {
  exportArchive: {
    touches: itsOwner,
    async handle({ params }, { archives }, reply) {
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const { name, pieces } = await archives.export(params.id, gone.signal);
      return reply
        .type('application/zip')
        .header('content-disposition', dispositionOf(name))
        .send(Readable.from(pieces, { objectMode: false }));
    },
  },
  importArchive: {
    touches: 'nothing',
    async handle(request, { archives, runs, uploadLimitBytes }) {
      const folder = await runs.makeFolder();
      try {
        const form = isForm(request) ? await readForm(request, folder.open(), uploadLimitBytes) : undefined;
        const [upload] = form?.uploads ?? [];
        if (upload === undefined) {
          throw new UserError('NO_FILES', 'There is no archive in the call: send it as a file of a multipart form.');
        }
        const name = form?.fields.find(([field]) => field === 'name')?.[1].trim();
        return await archives.import(upload.path, name === '' ? undefined : name);
      } finally {
        await folder.discard();
      }
    },
  },
} satisfies RoutesOf<typeof archiveOperations>;
