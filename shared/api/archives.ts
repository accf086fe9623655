import { z } from 'zod';
import { EXAMPLE_ID } from './common.ts';

/** The bytes of an archive. */
export const ArchiveFileSchema = z.unknown().meta({ examples: ['(the bytes of the archive)'] });

/** The form of an import: the archive, and the name of the new flow. */
export const ArchiveFormSchema = z
  .object({
    files: z.unknown().meta({ description: 'The archive, as GET /archives/{id} gave it.' }),
    name: z.string().optional().meta({ description: 'Of the new flow; without it the name in the archive.' }),
  })
  .meta({ examples: [{ files: '(the bytes of the archive)', name: 'My documents' }] });

export const ImportedArchiveSchema = z
  .object({ chatflowId: z.string(), name: z.string(), chunks: z.int(), sources: z.int() })
  .meta({
    id: 'ImportedArchive',
    examples: [{ chatflowId: EXAMPLE_ID, name: 'My documents', chunks: 41, sources: 3 }],
  });
export type ImportedArchive = z.infer<typeof ImportedArchiveSchema>;
