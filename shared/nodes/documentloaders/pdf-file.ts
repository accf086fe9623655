import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { choiceParam, fileParam, noEffectParam } from '../params.ts';
import { loaderInputs, loaderOutputs, loaderParams } from './common.ts';
import { pdfScanParams } from './scans.ts';

const extensions = ['.pdf'] as const;

/** Whether a paged file becomes one document per page or one per file (Flowise's `usage`). */
export const usageParam = choiceParam({
  title: 'One document per',
  default: 'perPage',
  choices: [
    { value: 'perPage', label: 'Page', help: 'Chunks never cross a page; the page number is kept.' },
    { value: 'perFile', label: 'File', help: 'Chunks may cross the end of a page.' },
  ],
});

export const pdfFile = defineNode({
  kind: 'documentloader',
  name: 'pdfFile',
  version: 2,
  label: 'PDF File',
  description: 'Reads the text of a PDF, page by page: tables, filled forms and comments too, running headers once.',
  icon: 'file-type',
  type: 'Document',
  synonyms: ['pdf', 'acrobat', 'paper', 'report', 'scan', 'ocr'],
  params: z.object({
    pdfFile: fileParam({ title: 'PDF file', accept: extensions }),
    usage: usageParam,
    ...pdfScanParams,
    legacyBuild: noEffectParam({
      title: 'Legacy build',
      help: 'No effect here: old and new PDF files are read in the same way.',
      kind: 'boolean',
    }),
    ...loaderParams,
  }),
  summary: (params) => (params.usage === 'perPage' ? t('One document per page') : t('One document per file')),
  inputs: loaderInputs,
  outputs: loaderOutputs,
  upload: {
    param: 'pdfFile',
    extensions,
    reads:
      'Page by page, columns one after the other. Tables become Markdown; values of forms, comments, texts that were typed on the page and links are read; words that were broken at the end of a line are joined, letters that are far apart or doubled are words again; running headers and footers are kept once. A damaged page is left out and told. Pages that are only pictures are read with text recognition on. An XFA form, whose pages only Adobe Acrobat makes, is refused.',
  },
});
