import { UserError } from '../../../../shared/errors/errors.ts';
import { jsonlinesFile as definition } from '../../../../shared/nodes/documentloaders/jsonlines-file.ts';
import type { SourceFile } from '../../core/document.ts';
import { readerOf } from '../../core/document-loader.ts';
import { fileHasNoText } from '../errors/file-errors.ts';
import { parsePointer } from './json-path.ts';
import { metadataPointers, withoutPointers } from './metadata-pointers.ts';
import { readJsonLines } from './read-json-lines.ts';

/** One JSON value per line, streamed: one document per line, with the line number. */
export const jsonLinesReader = readerOf(definition, {
  commonMetadata: withoutPointers,
  async *load({ pointerName, metadata }, file, context) {
    const keys = new Set<string>();
    const selection = { steps: parsePointer(pointerName.trim()), fields: metadataPointers(metadata), keys };
    let hasText = false;
    for await (const document of readJsonLines(file, selection, context)) {
      hasText = true;
      yield document;
    }
    if (!hasText) throw nothingFound(file, pointerName.trim(), keys);
  },
});

function nothingFound(file: SourceFile, pointerName: string, keys: ReadonlySet<string>): UserError {
  if (keys.size === 0) return fileHasNoText(file, 'its lines hold no text', 'check that it is the right file');
  const list = [...keys].map((key) => `"${key}"`).join(', ');
  return new UserError(
    'INVALID_PARAM',
    `"${file.name}" has no line with text under "${pointerName}": choose among its keys ${list}.`,
    { details: { file: file.name, param: 'pointerName', keys: [...keys] } },
  );
}
