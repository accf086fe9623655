import { z } from 'zod';
import { SampleFileSchema } from './info.ts';
import { AnswerCitationSchema } from './predictions.ts';

const totals = {
  files: z.int().meta({ description: 'Several names of one content count as one.' }),
  sizeBytes: z.int(),
};

/** All originals in the data folder. */
export const OriginalTotalsSchema = z
  .object(totals)
  .meta({ id: 'OriginalTotals', examples: [{ files: 12, sizeBytes: 4_812_003 }] });

/** Originals of a flow. */
export const OwnerOriginalsSchema = z
  .object({
    keepsOriginals: z.boolean().meta({ description: 'Whether uploads are kept from now on.' }),
    isFixed: z
      .boolean()
      .meta({ description: 'A document store always keeps its uploads, since its loaders read them again.' }),
    ...totals,
  })
  .meta({
    id: 'OwnerOriginals',
    examples: [{ keepsOriginals: true, isFixed: false, files: 3, sizeBytes: 912_034 }],
  });
export type OwnerOriginals = z.infer<typeof OwnerOriginalsSchema>;

export const OriginalsChangeSchema = z
  .object({ keepsOriginals: z.boolean() })
  .meta({ id: 'OriginalsChange', examples: [{ keepsOriginals: false }] });

/** Which source of a flow or store. */
export const OriginalQuerySchema = z.object({
  source: z
    .string()
    .min(1)
    .meta({ description: '`source` in the metadata of its chunks.', examples: ['rules.pdf'] }),
  docId: z
    .string()
    .optional()
    .meta({ description: 'Of a document store: the loader, where several have such a file.' }),
});
export type OriginalQuery = z.infer<typeof OriginalQuerySchema>;

export const OriginalSchema = z
  .object({
    source: z.string(),
    place: z.enum(['kept', 'folder', 'web', 'none']).meta({
      description:
        'kept: in the data folder. folder: on this machine, in a folder that a loader reads. web: at `url`. none: nowhere that Tributary knows of.',
    }),
    kind: z.enum(['pdf', 'table', 'markdown', 'text']).meta({ description: 'How it can be shown.' }),
    sizeBytes: z.int().nullable().meta({ description: 'Null where it can not be read here.' }),
    url: z.string().nullable(),
    path: z
      .string()
      .nullable()
      .meta({ description: 'On the machine of the server, where a person finds it: for `folder`.' }),
    message: z.string().meta({ description: 'Where it lies, for people.' }),
  })
  .meta({
    id: 'Original',
    examples: [
      {
        source: 'rules.pdf',
        place: 'kept',
        kind: 'pdf',
        sizeBytes: 120_312,
        url: null,
        path: null,
        message: 'Kept when it was uploaded on 31 January 2026.',
      },
    ],
  });
export type Original = z.infer<typeof OriginalSchema>;

/** The bytes of an original. */
export const OriginalFileSchema = SampleFileSchema;

/** A chunk, to be found in its original. */
export const PassageBodySchema = z
  .object({
    source: z.string().min(1),
    docId: z.string().optional().meta({ description: 'Absent: `docId` of the metadata, if it has one.' }),
    text: z.string().max(1_000_000).meta({ description: 'The chunk. "" shows the beginning of the original.' }),
    part: AnswerCitationSchema.shape.place.meta({
      description: 'What of the chunk is to be marked: UTF-16 offsets in `text`, as a citation has them.',
    }),
    metadata: z
      .record(z.string(), z.unknown())
      .default({})
      .meta({ description: 'Of the chunk: its `loc` says which of several equal passages is meant.' }),
  })
  .meta({
    id: 'PassageBody',
    examples: [
      {
        source: 'rules.pdf',
        text: 'Plots are watered before nine.',
        metadata: { loc: { pageNumber: 3, offset: { from: 120, to: 150 } } },
      },
    ],
  });
export type PassageBody = z.input<typeof PassageBodySchema>;

const marks = {
  found: z.enum(['whole', 'partly', 'around', 'none', 'unread']).meta({
    description:
      'What is marked. whole: the chunk, or the `part` of it. partly: what the original has of the chunk. around: the chunk, since the `part` is not there as it stands in the chunk. none: nothing, since the original does not have it. unread: nothing, since pages are pictures whose text could not be recognised again.',
  }),
  isChanged: z.boolean().meta({
    description: 'Whether the original does not have all of the chunk: it or the chunk was changed since.',
  }),
};

const share = z.number().meta({ description: 'A share of the width or height of the page as it is shown.' });
const PageBoxSchema = z.object({ x: share, y: share, width: share, height: share });

const PdfPassageSchema = z.object({
  kind: z.literal('pdf'),
  ...marks,
  pageCount: z.int(),
  pageNumber: z.int().meta({ description: 'The page to show first.' }),
  pages: z
    .array(z.object({ pageNumber: z.int(), boxes: z.array(PageBoxSchema) }))
    .meta({ description: 'Where the passage stands, line by line, from the top left corner of each page.' }),
});

const TextPassageSchema = z.object({
  kind: z.literal('text'),
  ...marks,
  isMarkdown: z.boolean(),
  text: z.string().meta({ description: 'As the reader gave it; of a long one the part around the passage.' }),
  isCutBefore: z.boolean(),
  isCutBehind: z.boolean(),
  ranges: z
    .array(z.object({ from: z.int(), to: z.int() }))
    .meta({ description: 'The passage in `text`, in UTF-16 units.' }),
});

const TablePassageSchema = z.object({
  kind: z.literal('table'),
  ...marks,
  sheet: z
    .string()
    .nullable()
    .meta({ description: 'Of a workbook: the sheet that the rows are of. Its other sheets are not in the answer.' }),
  columns: z.array(z.string()),
  rows: z.array(
    z.object({
      number: z.int().meta({ description: 'From 1; of a workbook as it numbers its rows.' }),
      cells: z.array(z.string()),
      isMarked: z.boolean(),
    }),
  ),
  isCutBefore: z.boolean(),
  isCutBehind: z.boolean(),
});

export const PassageSchema = z
  .discriminatedUnion('kind', [PdfPassageSchema, TextPassageSchema, TablePassageSchema])
  .meta({
    id: 'Passage',
    examples: [
      {
        kind: 'pdf',
        found: 'whole',
        isChanged: false,
        pageCount: 12,
        pageNumber: 3,
        pages: [{ pageNumber: 3, boxes: [{ x: 0.12, y: 0.4, width: 0.5, height: 0.02 }] }],
      },
    ],
  });
export type Passage = z.infer<typeof PassageSchema>;
export type PdfPassage = z.infer<typeof PdfPassageSchema>;
export type TextPassage = z.infer<typeof TextPassageSchema>;
export type TablePassage = z.infer<typeof TablePassageSchema>;
