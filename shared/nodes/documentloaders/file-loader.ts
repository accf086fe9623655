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

/** Formats without their own loader that File Loader reads as documents, not as plain text. */
export const ownFormats = [
  { name: 'markdown', extensions: ['.md', '.markdown', '.mdx'] },
  { name: 'html', extensions: ['.html', '.htm', '.xhtml'] },
  { name: 'xml', extensions: ['.xml', '.rss', '.atom'] },
  { name: 'email', extensions: ['.eml'] },
  { name: 'outlookEmail', extensions: ['.msg', '.oft'] },
  { name: 'rtf', extensions: ['.rtf'] },
  { name: 'odt', extensions: ['.odt', '.ott'] },
  { name: 'ods', extensions: ['.ods', '.ots'] },
  { name: 'odp', extensions: ['.odp', '.otp'] },
  { name: 'subtitles', extensions: ['.srt', '.vtt'] },
  { name: 'archive', extensions: ['.zip'] },
  { name: 'mailbox', extensions: ['.mbox'] },
  { name: 'savedPage', extensions: ['.mhtml', '.mht'] },
  { name: 'calendar', extensions: ['.ics'] },
  { name: 'contacts', extensions: ['.vcf'] },
  { name: 'fb2', extensions: ['.fb2'] },
  { name: 'notebook', extensions: ['.ipynb'] },
  { name: 'latex', extensions: ['.tex'] },
  { name: 'svg', extensions: ['.svg'] },
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
