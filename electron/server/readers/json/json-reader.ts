import { UserError } from '../../../../shared/errors/errors.ts';
import { jsonFile as definition } from '../../../../shared/nodes/documentloaders/json-file.ts';
import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import { type LoadContext, readerOf } from '../../core/document-loader.ts';
import { fileHasNoText } from '../errors/file-errors.ts';
import type { JsonDocuments } from './json-documents.ts';
import { parsePointer } from './json-path.ts';
import { metadataPointers, withoutPointers } from './metadata-pointers.ts';
import { objectDocuments } from './object-documents.ts';
import { readJson } from './read-json.ts';
import { recordDocuments } from './record-documents.ts';
import { TextDocuments } from './text-documents.ts';

/** JSON, streamed: one document per text in it, or per object. `pointer` in the metadata says where it was. */
export const jsonReader = readerOf(definition, {
  commonMetadata: withoutPointers,
  async *load({ separateByObject, pointersName, metadata }, file, context) {
    const pointers = splitPointers(pointersName);
    const selection = { pointers, fields: metadataPointers(metadata) };
    const documents = separateByObject ? objectDocuments(selection) : new TextDocuments(selection);
    yield* readOrRefuse(documents, pointersName, file, context);
  },
});

/** JSON as File Loader reads it: with its keys and numbers, one document per item of its lists, or what is under the pointers. */
export function readJsonRecords(
  file: SourceFile,
  pointersName: string,
  context: LoadContext,
): AsyncGenerator<LoadedDocument> {
  return readOrRefuse(recordDocuments({ pointers: splitPointers(pointersName) }), pointersName, file, context);
}

async function* readOrRefuse(
  documents: JsonDocuments,
  pointersName: string,
  file: SourceFile,
  context: LoadContext,
): AsyncGenerator<LoadedDocument> {
  let hasText = false;
  for await (const document of readJson(file, documents, context)) {
    hasText = true;
    yield document;
  }
  if (!hasText) throw nothingFound(file, pointersName, documents);
}

/** Pointers or key names, separated by commas. */
function splitPointers(names: string): string[][] {
  const pointers = names.split(',').map((name) => parsePointer(name.trim()));
  return pointers.filter((steps) => steps.length > 0);
}

function nothingFound(file: SourceFile, pointersName: string, { keys }: JsonDocuments): UserError {
  if (pointersName.trim() === '')
    return fileHasNoText(file, 'its JSON holds no text', 'check that it is the right file');
  const list = [...keys].map((key) => `"${key}"`).join(', ');
  return new UserError(
    'INVALID_PARAM',
    `"${file.name}" has no text under ${pointersName.trim()}: ${keys.size === 0 ? 'leave the pointers empty' : `choose among its keys ${list}`}.`,
    { details: { file: file.name, param: 'pointersName', keys: [...keys] } },
  );
}
