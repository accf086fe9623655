import { fileLoader as definition } from '../../../../shared/nodes/documentloaders/file-loader.ts';
import { implement } from '../../core/node-kinds.ts';
import { readAnyFile } from '../../readers/read-any-file.ts';

/** Reads any supported file: its extension and content select the reader. */
export const fileLoader = implement(definition, {
  load: ({ usage, pointerName, attachments, comments, headers, ocr, ocrLanguages }, file, context) =>
    readAnyFile(file, { usage, pointerName, attachments, comments, headers, ocr, ocrLanguages }, context),
});
