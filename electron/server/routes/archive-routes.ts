import { Readable } from 'node:stream';
import { ArchiveFileSchema, ArchiveFormSchema, ImportedArchiveSchema } from '../../../shared/api/archives.ts';
import { IdParamsSchema } from '../../../shared/api/common.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import { isForm, readForm } from './read-upsert-form.ts';
import { route } from './route.ts';
import { itsOwner } from './touches.ts';

const tag = 'Chatflows';

/** A file name that every system takes; only ASCII may stand in the header as it is. */
function dispositionOf(name: string): string {
  return `attachment; filename="archive.zip"; filename*=UTF-8''${encodeURIComponent(`${name}.zip`)}`;
}

/** `/archives`: a flow or document store with all that it has stored, as one file. */
export const archiveRoutes = [
  route({
    method: 'GET',
    path: '/archives/:id',
    operationId: 'exportArchive',
    touches: itsOwner,
    summary: 'Export a chatflow or document store with what it has stored',
    description: 'A ZIP file, described in docs/archives.md. Secrets are left out.',
    tag,
    params: IdParamsSchema,
    answers: {
      200: { description: 'The archive.', content: { 'application/zip': { schema: ArchiveFileSchema } } },
    },
    errors: ['CHATFLOW_NOT_FOUND', 'NOT_EXPORTABLE', 'STORE_BUSY'],
    async handle({ params }, { archives }, reply) {
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const { name, pieces } = await archives.export(params.id, gone.signal);
      return reply
        .type('application/zip')
        .header('content-disposition', dispositionOf(name))
        .send(Readable.from(pieces, { objectMode: false }));
    },
  }),
  route({
    method: 'POST',
    path: '/archives',
    operationId: 'importArchive',
    touches: 'nothing',
    summary: 'Import a chatflow or document store with what it has stored',
    description: 'The archive is checked before anything is written, and nothing is embedded again.',
    tag,
    form: ArchiveFormSchema,
    answers: { 200: ImportedArchiveSchema },
    errors: [
      'FILE_CORRUPT',
      'INVALID_INPUT',
      'NO_FILES',
      'FILE_TOO_LARGE',
      'PAYLOAD_TOO_LARGE',
      'INVALID_MULTIPART',
      'DISK_FULL',
    ],
    async handle(request, { archives, runs, uploadLimitBytes }) {
      const folder = await runs.makeFolder();
      try {
        const form = isForm(request) ? await readForm(request, folder.path, uploadLimitBytes) : undefined;
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
  }),
];
