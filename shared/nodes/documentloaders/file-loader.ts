import { z } from 'zod';
import { acceptsFile } from '../accepts-file.ts';
import { defineNode } from '../define-node.ts';
import { fileParam, textParam } from '../params.ts';
import { loaderInputs, loaderOutputs, loaderParams } from './common.ts';
import { csvFile } from './csv-file.ts';
import { docxFile } from './docx-file.ts';
import { jsonFile } from './json-file.ts';
import { jsonlinesFile } from './jsonlines-file.ts';
import { pdfFile, usageParam } from './pdf-file.ts';
import { textFile } from './text-file.ts';

/** The loaders that File Loader picks among, by the file's extension and content. */
export const pickedLoaders = [textFile, pdfFile, docxFile, csvFile, jsonFile, jsonlinesFile] as const;

const extensions = pickedLoaders.flatMap((loader) => loader.upload?.extensions ?? []);

export const fileLoader = defineNode({
  kind: 'documentloader',
  name: 'fileLoader',
  version: 2,
  label: 'File Loader',
  description: 'Reads any supported file and picks the right reader by its extension and content.',
  icon: 'files',
  type: 'Document',
  synonyms: ['any', 'upload', 'documents', 'pdf', 'docx', 'csv', 'json', 'text', 'generic'],
  params: z.object({
    file: fileParam({ title: 'Files', accept: extensions }),
    usage: usageParam,
    pointerName: textParam({
      title: 'JSON pointer',
      help: 'What to take out of .json and .jsonl files: a pointer such as /title, or the name of a key. Empty: all texts.',
      placeholder: 'text',
      advanced: true,
    }),
    ...loaderParams,
  }),
  summary: () => 'PDF, Word, CSV, JSON, text and code',
  inputs: loaderInputs,
  outputs: loaderOutputs,
  upload: { param: 'file', extensions },
});

/** Whether File Loader, and every loader that finds files elsewhere, has a reader for files of this name. */
export function isReadable(fileName: string): boolean {
  return acceptsFile(fileLoader, fileName);
}

/** Extensions of all files that can be read (with the dot, lower case). */
export const readableExtensions: readonly string[] = extensions;
