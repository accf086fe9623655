import { z } from 'zod';
import { defineNode } from '../define-node.ts';
import { fileParam } from '../params.ts';
import { loaderInputs, loaderOutputs, loaderParams } from './common.ts';
import { csvFile } from './csv-file.ts';
import { docxFile } from './docx-file.ts';
import { pdfFile, usageParam } from './pdf-file.ts';
import { textFile } from './text-file.ts';

/** The loaders that File Loader picks among, by the file's extension and content. */
export const pickedLoaders = [textFile, pdfFile, docxFile, csvFile] as const;

const extensions = pickedLoaders.flatMap((loader) => loader.upload?.extensions ?? []);

export const fileLoader = defineNode({
  kind: 'documentloader',
  name: 'fileLoader',
  version: 2,
  label: 'File Loader',
  description: 'Reads any supported file and picks the right reader by its extension and content.',
  icon: 'files',
  type: 'Document',
  synonyms: ['any', 'upload', 'documents', 'pdf', 'docx', 'csv', 'text', 'generic'],
  params: z.object({
    file: fileParam({ title: 'Files', accept: extensions }),
    usage: usageParam,
    ...loaderParams,
  }),
  summary: () => 'PDF, Word, CSV, text and code',
  inputs: loaderInputs,
  outputs: loaderOutputs,
  upload: { param: 'file', extensions },
});
