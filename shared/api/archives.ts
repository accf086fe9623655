import { z } from 'zod';
import { EXAMPLE_ID } from './common.ts';

/** The bytes of an archive. */
export const ArchiveFileSchema = z.unknown().meta({ examples: ['(the bytes of the archive)'] });

/** The form of an import: the archive, and the name of what it becomes. */
export const ArchiveFormSchema = z
  .object({
    files: z.unknown().meta({ description: 'The archive, as GET /archives/{id} gave it.' }),
    name: z.string().optional().meta({ description: 'Of the new flow or store; without it the name in the archive.' }),
  })
  .meta({ examples: [{ files: '(the bytes of the archive)', name: 'My documents' }] });

export const ImportedFlowSchema = z.object({
  kind: z.literal('chatflow'),
  chatflowId: z.string(),
  name: z.string(),
  chunks: z.int(),
  sources: z.int(),
});

/** A secret that an archive leaves out, by the node that needs it. */
export const NeededSecretSchema = z.object({
  part: z.enum(['loader', 'embedding', 'vectorStore', 'recordManager']),
  node: z.string().meta({ description: 'Label of the node.' }),
  credential: z.string().nullable().meta({ description: 'Its name where it was exported; null: typed in there.' }),
});
export type NeededSecret = z.infer<typeof NeededSecretSchema>;

export const ImportedStoreSchema = z.object({
  kind: z.literal('store'),
  storeId: z.string(),
  name: z.string(),
  chunks: z.int(),
  files: z.int(),
  runId: z.string().nullable().meta({
    description: 'The run that brings the chunks to the vector store; null when an upsert has to be asked for.',
  }),
  needs: z.array(NeededSecretSchema).meta({ description: 'What has to be entered again before it can be upserted.' }),
});

export const ImportedArchiveSchema = z.discriminatedUnion('kind', [ImportedFlowSchema, ImportedStoreSchema]).meta({
  id: 'ImportedArchive',
  examples: [{ kind: 'chatflow', chatflowId: EXAMPLE_ID, name: 'My documents', chunks: 41, sources: 3 }],
});
export type ImportedFlowArchive = z.infer<typeof ImportedFlowSchema>;
export type ImportedStoreArchive = z.infer<typeof ImportedStoreSchema>;
export type ImportedArchive = z.infer<typeof ImportedArchiveSchema>;
