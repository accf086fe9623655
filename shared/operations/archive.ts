import { ArchiveFileSchema, ArchiveFormSchema, ImportedArchiveSchema } from '../api/archives.ts';
import { IdParamsSchema } from '../api/common.ts';
import type { Operations } from './operation.ts';

const tag = 'Chatflows';

/** `/archives`: a flow or document store with all that it has stored, as one file. */
export const archiveOperations = {
  exportArchive: {
    method: 'GET',
    path: '/archives/{id}',
    tag,
    summary: 'Export a chatflow or document store with what it has stored',
    description: 'A ZIP file, described in docs/archives.md. Secrets are left out.',
    params: IdParamsSchema,
    answers: {
      200: { description: 'The archive.', content: { 'application/zip': { schema: ArchiveFileSchema } } },
    },
    errors: ['CHATFLOW_NOT_FOUND', 'NOT_EXPORTABLE', 'STORE_BUSY'],
  },
  importArchive: {
    method: 'POST',
    path: '/archives',
    tag,
    summary: 'Import a chatflow or document store with what it has stored',
    description: 'The archive is checked before anything is written, and nothing is embedded again.',
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
  },
} as const satisfies Operations;
