import { UserError } from '../../../../shared/errors/errors.ts';
import { jsonlinesFile as definition } from '../../../../shared/nodes/documentloaders/jsonlines-file.ts';
import { fileHasNoText } from '../../files/file-errors.ts';
import { parsePointer } from '../../files/json/json-path.ts';
import { metadataPointers, withoutPointers } from '../../files/json/metadata-pointers.ts';
import { readJsonLines } from '../../files/json/read-json-lines.ts';
import { implement, type SourceFile } from '../kinds.ts';

/** A JSON value a line, streamed: one document a line, with the number of the line. */
export const jsonlinesFile = implement(definition, {
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
