import { z } from 'zod';
import { BackupInfoSchema } from './backups.ts';

export const PingSchema = z.literal('pong').meta({ examples: ['pong'] });

export const VersionSchema = z
  .object({ version: z.string() })
  .meta({ id: 'Version', examples: [{ version: '0.1.0' }] });

/** Something that the user should see. */
export const NoticeSchema = z
  .object({
    code: z.enum([
      'DISK_FULL',
      'DATABASE_SET_ASIDE',
      'DATABASE_MISSING',
      'DATABASE_OLDER',
      'DATABASE_DAMAGED',
      'LEFT_ELSEWHERE',
      'ORIGINAL_NOT_KEPT',
      'SECRET_KEY_SEALED',
      'FILES_MISSING',
    ]),
    message: z.string(),
    owner: z
      .object({ id: z.string(), kind: z.enum(['flow', 'store']) })
      .optional()
      .meta({ description: 'The chatflow or document store that it is about.' }),
    backup: BackupInfoSchema.nullable().meta({ description: 'The backup that can take the place of the database.' }),
  })
  .meta({
    id: 'Notice',
    examples: [{ code: 'DISK_FULL', message: 'The disk of the data folder is full: free some space.', backup: null }],
  });
export type Notice = z.infer<typeof NoticeSchema>;

export const NoticeListSchema = z.array(NoticeSchema).meta({
  examples: [[{ code: 'DISK_FULL', message: 'The disk of the data folder is full: free some space.', backup: null }]],
});

const anchorFields = { name: z.string(), label: z.string(), type: z.string() };

/** A kind of node: what palette and forms show of it, in Flowise's words. */
export const NodeDescriptionSchema = z
  .object({
    name: z.string(),
    version: z.number(),
    label: z.string(),
    category: z.string(),
    type: z.string(),
    baseClasses: z.array(z.string()),
    description: z.string(),
    icon: z.string().meta({ description: 'Name of a lucide icon.' }),
    synonyms: z.array(z.string()).meta({ description: 'Other words that people search for.' }),
    aliases: z.array(z.string()).meta({ description: 'Other names of Flowise that flows may have for it.' }),
    note: z.string().optional().meta({ description: 'What people who use it should know.' }),
    takesFiles: z.boolean().meta({ description: 'A loader of uploads.' }),
    connects: z.boolean().meta({ description: 'Talks to something outside: POST /nodes/test-connection tries it.' }),
    params: z.array(
      z.object({
        label: z.string(),
        name: z.string(),
        type: z.enum(['string', 'number', 'boolean', 'options', 'json', 'file', 'password', 'credential']),
        optional: z.boolean(),
        description: z.string().optional(),
        default: z.unknown().optional(),
        additionalParams: z.boolean().optional(),
        options: z.array(z.object({ label: z.string(), name: z.string() })).optional(),
        acceptVariable: z
          .boolean()
          .optional()
          .meta({ description: 'Its text may refer to the question and to other nodes: `{{question}}`.' }),
        credentialNames: z.array(z.string()).optional().meta({ description: 'Kinds of credential that it takes.' }),
        fileType: z.string().optional().meta({ description: 'Extensions with the dot, parted by commas.' }),
      }),
    ),
    anchors: z.array(z.object({ ...anchorFields, list: z.boolean().optional(), optional: z.boolean().optional() })),
    outputs: z.array(z.object({ ...anchorFields, baseClasses: z.array(z.string()) })),
  })
  .meta({
    id: 'NodeDescription',
    examples: [
      {
        name: 'recursiveCharacterTextSplitter',
        version: 2,
        label: 'Recursive Character Text Splitter',
        category: 'Text Splitters',
        type: 'RecursiveCharacterTextSplitter',
        baseClasses: ['RecursiveCharacterTextSplitter', 'TextSplitter'],
        description: 'Cuts texts at paragraphs, then at lines, then at words.',
        icon: 'scissors',
        synonyms: ['chunk', 'split'],
        aliases: [],
        takesFiles: false,
        connects: false,
        params: [{ label: 'Chunk size', name: 'chunkSize', type: 'number', optional: true, default: 1000 }],
        anchors: [],
        outputs: [
          {
            name: 'recursiveCharacterTextSplitter',
            label: 'RecursiveCharacterTextSplitter',
            type: 'TextSplitter',
            baseClasses: ['RecursiveCharacterTextSplitter', 'TextSplitter'],
          },
        ],
      },
    ],
  });

export const NodeParamsSchema = z.object({ name: z.string().meta({ examples: ['recursiveCharacterTextSplitter'] }) });

export const SampleSchema = z
  .object({
    name: z.string(),
    sizeBytes: z.int(),
    folder: z.string().meta({ description: "Where it lies on the server's machine, for loaders of folders." }),
  })
  .meta({ id: 'Sample', examples: [{ name: 'plots.csv', sizeBytes: 12_345, folder: '/opt/tributary/samples' }] });

/** The bytes of a document. */
export const SampleFileSchema = z.unknown().meta({ examples: ['(the bytes of the file)'] });

export const SampleParamsSchema = z.object({ name: z.string().meta({ examples: ['plots.csv'] }) });

/** The document describes itself only so far: it follows the OpenAPI 3.1 specification. */
export const OpenApiDocumentSchema = z
  .looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) })
  .meta({
    description: 'This document.',
    examples: [{ openapi: '3.1.0', info: { title: 'Tributary', version: '0.1.0' }, paths: {} }],
  });
