import { nodeDefinitions } from '../nodes/registry.ts';
import { t } from '../texts/t.ts';
import { drawFlow } from './draw-flow.ts';
import type { FlowDocument } from './flow-document.ts';
import { createStarterFlow } from './starter-flow.ts';

/** A ready flow to begin with. */
export interface FlowTemplate {
  readonly id: string;
  /** The name of a flow that is made of it, while it is free. */
  readonly name: string;
  /** What it is for: one sentence. */
  readonly description: string;
  /** The sample documents that it takes; a flow that reads by itself takes none. */
  readonly samples: readonly string[];
  /** A question that its samples answer, with words of the passage that does. */
  readonly question: { readonly text: string; readonly answer: string };
  /** @param samplesFolder where the sample documents lie on the server's machine */
  readonly draw: (samplesFolder: string) => FlowDocument;
}

const NOTES = `# Meeting of the garden society

## Water

The pump at the east gate is repaired. Please water before nine in the morning.

## Bees

Tomasz Brandt looks after the two hives from April to September.

## Money

The yearly fee stays at 48 euros for a full plot and 26 euros for a half plot.
`;

const {
  pdfFile,
  csvFile,
  folderFiles,
  plainText,
  recursiveCharacterTextSplitter,
  markdownTextSplitter,
  transformersEmbeddings,
  hnsw,
  memoryVectorStore,
  SQLiteRecordManager,
} = nodeDefinitions;

const embedding = { definition: transformersEmbeddings };
const store = { definition: hnsw };
const byParagraph = { definition: recursiveCharacterTextSplitter };

/** What a new flow can begin as, beside an empty canvas; each runs at once on its samples. */
export const FLOW_TEMPLATES: readonly FlowTemplate[] = [
  {
    id: 'documents',
    name: t('Documents to local store'),
    description: t(
      'PDF, Word, tables, slides, mail and more in one flow. Upsert again, and only what changed is read anew.',
    ),
    samples: ['garden-handbook.pdf', 'plots.csv', 'spring-meeting.docx'],
    question: { text: 'Who looks after the bees?', answer: 'hive' },
    draw: createStarterFlow,
  },
  {
    id: 'pdf',
    name: t('PDF to local store'),
    description: t('Page by page: no passage crosses a page, and each knows the page it is on.'),
    samples: ['garden-handbook.pdf'],
    question: { text: 'When may I water my plot?', answer: 'water' },
    draw: () =>
      drawFlow({
        loader: { definition: pdfFile, inputs: { usage: 'perPage' } },
        splitter: byParagraph,
        embedding,
        store,
        records: { definition: SQLiteRecordManager, inputs: { cleanup: 'incremental' } },
      }),
  },
  {
    id: 'table',
    name: t('Table to local store'),
    description: t('Each row of a CSV file is one passage, with its columns by name.'),
    samples: ['plots.csv'],
    question: { text: 'Who grows pumpkins?', answer: 'pumpkins' },
    draw: () => drawFlow({ loader: { definition: csvFile }, embedding, store }),
  },
  {
    id: 'folder',
    name: t('Folder to local store'),
    description: t('All files of a folder and its subfolders. What is deleted there goes from the store, too.'),
    samples: [],
    question: { text: 'Who looks after the bees?', answer: 'hive' },
    draw: (samplesFolder) =>
      drawFlow({
        loader: { definition: folderFiles, inputs: { folderPath: samplesFolder, recursive: true } },
        splitter: byParagraph,
        embedding,
        store,
        records: { definition: SQLiteRecordManager, inputs: { cleanup: 'full' } },
      }),
  },
  {
    id: 'notes',
    name: t('Notes in memory'),
    description: t('Text typed into the flow, cut at its headings and kept until the app closes: to try things out.'),
    samples: [],
    question: { text: 'What is the fee for a half plot?', answer: '26 euros' },
    draw: () =>
      drawFlow({
        loader: { definition: plainText, inputs: { text: NOTES } },
        splitter: { definition: markdownTextSplitter, inputs: { splitByHeaders: 'h2' } },
        embedding,
        store: { definition: memoryVectorStore },
      }),
  },
];
