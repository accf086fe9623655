import { z } from 'zod';
import { absentable, EXAMPLE_ID, flagField, wholeField } from './common.ts';
import { EXAMPLE_LOADER_ID, filesField, nullablePartField, orText, partField } from './document-store-parts.ts';
import { ChunkStatisticsSchema, PreviewNotesSchema, StatisticsWantedSchema } from './node-tools.ts';

const loaderFields = {
  storeId: absentable(z.string()).meta({ examples: [EXAMPLE_ID] }),
  id: absentable(z.string()).meta({ description: 'Id of a loader of the store, to change it or to start from it.' }),
  loaderName: absentable(z.string().max(255)),
  loader: partField,
  splitter: nullablePartField,
};

export const LoaderSaveBodySchema = z.object(loaderFields).meta({
  id: 'LoaderSaveBody',
  examples: [
    {
      storeId: EXAMPLE_ID,
      loader: { name: 'fileLoader', config: {} },
      splitter: { name: 'recursiveCharacterTextSplitter', config: {} },
    },
  ],
});

export type LoaderSaveBody = z.output<typeof LoaderSaveBodySchema>;

export const LoaderSaveFormSchema = z
  .looseObject({ files: filesField, ...loaderFields })
  .meta({ id: 'LoaderSaveForm', examples: [{ files: ['handbook.md'], storeId: EXAMPLE_ID }] });

/** How many chunks a preview has if it is not said, and at most. */
export const PREVIEW_DEFAULT = 20;

const PREVIEW_LIMIT = 1000;

const previewFields = {
  ...loaderFields,
  previewChunkCount: wholeField(1, PREVIEW_LIMIT)
    .optional()
    .meta({ description: `How many chunks to show: ${PREVIEW_DEFAULT} if it is not said.` }),
  statistics: StatisticsWantedSchema,
};

export const LoaderPreviewBodySchema = z.object(previewFields).meta({
  id: 'LoaderPreviewBody',
  examples: [{ storeId: EXAMPLE_ID, id: EXAMPLE_LOADER_ID, previewChunkCount: 5 }],
});

export type LoaderPreviewBody = z.output<typeof LoaderPreviewBodySchema>;

export const LoaderPreviewFormSchema = z
  .looseObject({ files: filesField, ...previewFields })
  .meta({ id: 'LoaderPreviewForm', examples: [{ files: ['handbook.md'] }] });

export const LoaderPreviewSchema = z
  .object({
    chunks: z.array(
      z.object({ chunkNo: z.int(), pageContent: z.string(), metadata: z.record(z.string(), z.unknown()) }),
    ),
    previewChunkCount: z.int(),
    isComplete: z.boolean().meta({ description: 'Whether these are all chunks that there are.' }),
    notes: PreviewNotesSchema,
    statistics: ChunkStatisticsSchema.optional().meta({ description: 'If they were asked for.' }),
  })
  .meta({
    id: 'LoaderPreview',
    examples: [
      {
        chunks: [
          { chunkNo: 1, pageContent: 'Books may be kept for three weeks.', metadata: { source: 'handbook.md' } },
        ],
        previewChunkCount: 1,
        isComplete: true,
      },
    ],
  });

export type LoaderPreview = z.infer<typeof LoaderPreviewSchema>;

export const LoaderProcessParamsSchema = z.object({ loaderId: z.string().meta({ examples: [EXAMPLE_LOADER_ID] }) });

const configFields = {
  storeId: z.string().meta({ examples: [EXAMPLE_ID] }),
  embedding: nullablePartField,
  vectorStore: nullablePartField,
  recordManager: nullablePartField,
};

const nameOfPart = absentable(z.string()).meta({
  description: 'As Flowise’s own page sends it: the name of the part.',
});
const configOfPart = orText(z.record(z.string(), z.unknown()).nullish()).meta({
  description: 'As Flowise’s own page sends it: the settings of the part.',
});

/** The same parts as Flowise's page sends them, each in two fields. */
const namedFields = {
  embeddingName: nameOfPart,
  embeddingConfig: configOfPart,
  vectorStoreName: nameOfPart,
  vectorStoreConfig: configOfPart,
  recordManagerName: nameOfPart,
  recordManagerConfig: configOfPart,
};

type NamedFields = z.output<z.ZodObject<typeof namedFields>>;
type ConfigFields = z.output<z.ZodObject<typeof configFields>>;

/** Puts the parts that come in two fields where the others stand. */
function joinParts<Body extends ConfigFields & NamedFields>(body: Body) {
  const { embeddingName, embeddingConfig, vectorStoreName, vectorStoreConfig, ...others } = body;
  const { recordManagerName, recordManagerConfig, ...rest } = others;
  const joined = (
    part: ConfigFields['embedding'],
    name: string | undefined,
    config: NamedFields['embeddingConfig'],
  ) => {
    if (part !== undefined || (name === undefined && Object.keys(config ?? {}).length === 0)) return part;
    return { ...(name === undefined ? {} : { name }), config: config ?? {} };
  };
  return {
    ...rest,
    embedding: joined(rest.embedding, embeddingName, embeddingConfig),
    vectorStore: joined(rest.vectorStore, vectorStoreName, vectorStoreConfig),
    recordManager: joined(rest.recordManager, recordManagerName, recordManagerConfig),
  };
}

export const VectorConfigBodySchema = z
  .object({ ...configFields, ...namedFields })
  .transform(joinParts)
  .meta({
    id: 'VectorConfigBody',
    examples: [
      {
        storeId: EXAMPLE_ID,
        embedding: { name: 'transformersEmbeddings', config: {} },
        vectorStore: { name: 'hnsw', config: {} },
      },
    ],
  });

export type VectorConfigBody = z.output<typeof VectorConfigBodySchema>;

export const VectorInsertBodySchema = z
  .object({
    ...configFields,
    ...namedFields,
    docId: absentable(z.string()).meta({ description: 'Only this loader.', examples: [EXAMPLE_LOADER_ID] }),
  })
  .transform(joinParts)
  .meta({ id: 'VectorInsertBody', examples: [{ storeId: EXAMPLE_ID }] });

export const ConfigTestBodySchema = z
  .object({
    ...configFields,
    embedAgain: flagField.optional().meta({
      description: 'All chunks are to be embedded again with these: the model need not fit the vectors there are.',
    }),
  })
  .meta({
    id: 'ConfigTestBody',
    examples: [{ storeId: EXAMPLE_ID, embedding: { name: 'transformersEmbeddings', config: {} }, embedAgain: true }],
  });

export type ConfigTestBody = z.output<typeof ConfigTestBodySchema>;

const ConfigCheckSchema = z.object({
  part: z.enum(['embedding', 'vectorStore', 'recordManager']),
  ok: z.boolean(),
  message: z.string(),
  code: z.string().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});

export const ConfigTestSchema = z.object({ ok: z.boolean(), checks: z.array(ConfigCheckSchema) }).meta({
  id: 'ConfigTest',
  examples: [{ ok: true, checks: [{ part: 'embedding', ok: true, message: 'Answers with 512 numbers a text.' }] }],
});

export type ConfigTest = z.infer<typeof ConfigTestSchema>;
