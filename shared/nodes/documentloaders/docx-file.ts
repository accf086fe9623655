import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { fileParam } from '../params.ts';
import { commentsParam, headersParam, loaderInputs, loaderOutputs, loaderParams } from './common.ts';

const extensions = ['.docx'] as const;

export const docxFile = defineNode({
  kind: 'documentloader',
  name: 'docxFile',
  version: 2,
  aliases: [{ name: 'microsoftWord', version: 1, label: 'Microsoft Word' }],
  label: 'Docx File',
  description: 'Reads a Word document with its headings, lists, tables, equations and notes.',
  icon: 'file-pen-line',
  type: 'Document',
  synonyms: ['word', 'docx', 'office', 'microsoft', 'letter', 'report'],
  params: z.object({
    docxFile: fileParam({ title: 'Word file', accept: extensions }),
    comments: commentsParam,
    headers: headersParam,
    ...loaderParams,
  }),
  summary: () => t('Word documents'),
  inputs: loaderInputs,
  outputs: loaderOutputs,
  upload: {
    param: 'docxFile',
    extensions,
    reads:
      'As Markdown: headings, lists with their numbers, tables, text boxes, notes behind their paragraph. Comments, headers and footers only if you ask for them; deleted and hidden text never. Documents with macros and templates (.docm, .dotx, .dotm) are read, too.',
  },
});
