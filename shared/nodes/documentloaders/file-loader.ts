import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { acceptsFile } from '../accepts-file.ts';
import { defineNode } from '../define-node.ts';
import { fileParam, noEffectParam, textParam } from '../params.ts';
import { attachmentsParam } from './attachments.ts';
import { commentsParam, headersParam, loaderInputs, loaderOutputs, loaderParams } from './common.ts';
import { csvFile } from './csv-file.ts';
import { docxFile } from './docx-file.ts';
import { epubFile } from './epub-file.ts';
import { jsonFile } from './json-file.ts';
import { jsonlinesFile } from './jsonlines-file.ts';
import { microsoftExcel } from './microsoft-excel.ts';
import { microsoftPowerpoint } from './microsoft-powerpoint.ts';
import { pdfFile, usageParam } from './pdf-file.ts';
import { scanParams } from './scans.ts';
import { textFile } from './text-file.ts';

/** Formats without their own loader that File Loader reads as documents, not as plain text; and how, for docs/nodes.md. */
export const ownFormats = [
  {
    name: 'markdown',
    extensions: ['.md', '.markdown', '.mdx'],
    reads:
      'As it is, without pictures that are written into it as letters. Simple values of its front matter become metadata.',
  },
  {
    name: 'html',
    extensions: ['.html', '.htm', '.xhtml'],
    reads:
      'What a reader sees of the page: headings, lists with their numbers, a line for each row of a table. Scripts, styles and hidden templates are left out.',
  },
  {
    name: 'xml',
    extensions: ['.xml', '.rss', '.atom'],
    reads: 'Its texts without tags, an element on a line.',
  },
  {
    name: 'email',
    extensions: ['.eml'],
    reads:
      'Sender, recipients, date, subject and body are a document; forwarded mails are part of it. Each attachment is read as the file that it is, also those that Outlook packed into a winmail.dat, and in mails and archives that are attached, three levels deep; what is left out is told.',
  },
  {
    name: 'outlookEmail',
    extensions: ['.msg', '.oft'],
    reads: 'As other mails.',
  },
  {
    name: 'packedMail',
    extensions: ['.tnef'],
    reads: 'What Outlook packed, also as winmail.dat: as other mails.',
  },
  {
    name: 'rtf',
    extensions: ['.rtf'],
    reads: 'As plain text with tables as Markdown, lists with their marks, and notes behind their paragraph.',
  },
  {
    name: 'odt',
    extensions: ['.odt', '.ott'],
    reads:
      'As plain text with tables as Markdown, lists with their numbers, and notes behind their paragraph. Comments and deleted text are left out.',
  },
  {
    name: 'ods',
    extensions: ['.ods', '.ots'],
    reads: 'As an Excel workbook.',
  },
  {
    name: 'odp',
    extensions: ['.odp', '.otp'],
    reads: 'As a PowerPoint presentation, without footers.',
  },
  {
    name: 'subtitles',
    extensions: ['.srt', '.vtt'],
    reads: 'The speech in paragraphs, each a document with its start and end; one document per file without times.',
  },
  {
    name: 'archive',
    extensions: ['.zip'],
    reads:
      'As a folder: each file by its kind, with its path in the metadata as `file`. Archives in it are opened, three levels deep, up to 10,000 files and 1 GB in all; hidden files are left out.',
  },
  {
    name: 'mailbox',
    extensions: ['.mbox'],
    reads: 'Mail by mail, each as an email; `mail` in the metadata counts them.',
  },
  {
    name: 'savedPage',
    extensions: ['.mhtml', '.mht'],
    reads: 'As the web page that was saved.',
  },
  {
    name: 'calendar',
    extensions: ['.ics'],
    reads:
      'Each event, task or journal is a document: when, how often in words, where, with whom, and its description.',
  },
  {
    name: 'contacts',
    extensions: ['.vcf'],
    reads: 'Each person is a document of “Phone (home): …” lines.',
  },
  {
    name: 'fb2',
    extensions: ['.fb2'],
    reads: 'As one document of Markdown: titles, sections, poems, tables and notes, without pictures.',
  },
  {
    name: 'notebook',
    extensions: ['.ipynb'],
    reads:
      'Cell by cell: texts, code, and what it has printed or shown as a table, up to 20,000 characters an output; without pictures.',
  },
  {
    name: 'latex',
    extensions: ['.tex'],
    reads:
      'As Markdown without commands, comments and preamble: headings, lists, tables, notes in brackets. Formulas and program code stay as they are written; macros of the document are not expanded.',
  },
  {
    name: 'svg',
    extensions: ['.svg'],
    reads: 'The words that the drawing shows, its titles and descriptions.',
  },
] as const;

/** The loaders that File Loader chooses from, by the file's extension and content. */
export const pickedLoaders = [
  textFile,
  pdfFile,
  docxFile,
  csvFile,
  jsonFile,
  jsonlinesFile,
  microsoftExcel,
  microsoftPowerpoint,
  epubFile,
] as const;

/** The displayed names of these formats. */
const FORMAT_WORDS = [
  'html',
  'xml',
  'yaml',
  'markdown',
  'email',
  'eml',
  'outlook',
  'msg',
  'winmail',
  'tnef',
  'rtf',
  'odt',
  'ods',
  'odp',
  'subtitles',
  'srt',
  'vtt',
  'epub',
  'fb2',
  'zip',
  'archive',
  'mbox',
  'mhtml',
  'calendar',
  'ics',
  'contacts',
  'vcf',
  'vcard',
  'jupyter',
  'notebook',
  'ipynb',
  'latex',
  'tex',
  'svg',
  'scan',
  'ocr',
];

const extensions = [
  ...new Set([
    ...ownFormats.flatMap((format) => format.extensions),
    ...pickedLoaders.flatMap((loader) => loader.upload?.extensions ?? []),
  ]),
].sort();

export const fileLoader = defineNode({
  kind: 'documentloader',
  name: 'fileLoader',
  version: 2,
  label: 'File Loader',
  description: 'Reads any supported file and picks the right reader by its extension and content.',
  icon: 'files',
  type: 'Document',
  synonyms: ['any', 'upload', 'documents', 'pdf', 'docx', 'csv', 'json', 'text', 'generic', ...FORMAT_WORDS],
  params: z.object({
    file: fileParam({ title: 'Files', accept: extensions }),
    usage: usageParam,
    pointerName: textParam({
      title: 'JSON pointer',
      help: 'Which values of .json and .jsonl files to read: a pointer such as /title, or the name of a key. Empty: everything, with names and numbers.',
      placeholder: 'text',
      advanced: true,
    }),
    attachments: attachmentsParam,
    comments: commentsParam,
    headers: headersParam,
    ...scanParams,
    legacyBuild: noEffectParam({
      title: 'Legacy build',
      help: 'No effect here: old and new PDF files are read in the same way.',
      kind: 'boolean',
    }),
    ...loaderParams,
  }),
  summary: () => t('Any supported file'),
  inputs: loaderInputs,
  outputs: loaderOutputs,
  upload: { param: 'file', extensions, anyName: true },
});

/** Whether File Loader, and every loader that finds files, can read files with this name. */
export function isReadable(fileName: string): boolean {
  return acceptsFile(fileLoader, fileName);
}

/** Extensions of all readable files (with the dot, lower case). */
export const readableExtensions: readonly string[] = extensions;
