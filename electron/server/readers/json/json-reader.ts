import { UserError } from '../../../../shared/errors/errors.ts';
import { jsonFile as definition } from '../../../../shared/nodes/documentloaders/json-file.ts';
import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import { type LoadContext, readerOf } from '../../core/document-loader.ts';
import { fileHasNoText } from '../errors/file-errors.ts';
import {
  type JsonDocuments,
  type JsonPart,
  type JsonSelection,
  literalValue,
  type MetadataFields,
  WAITING_UNITS,
} from './json-documents.ts';
import { parsePointer } from './json-path.ts';
import { metadataPointers, withoutPointers } from './metadata-pointers.ts';
import { readJson } from './read-json.ts';
import { JsonPlace, RecordWriter } from './record-writer.ts';

/**
 * Each item of a top-level list becomes a document of "name: value" lines. If the top level is an object, the values at the pointers become documents
 * (of a list, each item); without pointers the whole object does.
 */
function objectDocuments({ pointers, fields }: JsonSelection): JsonDocuments {
  const place = new JsonPlace(pointers);
  const writer = new RecordWriter(place);
  /** Where documents may be: their depth, and whether they are items of one list. */
  let group: { readonly depth: number; readonly isList: boolean } | undefined;
  let metadata: Record<string, unknown> = {};

  const begin = (): void => {
    metadata = { pointer: place.path.toPointer() };
    writer.begin(metadata);
  };
  const scalar = (shown: string, value: unknown): void => {
    place.beginValue();
    const isDocument = group === undefined ? place.isChosen || place.depth === 0 : group.depth === place.depth;
    if (isDocument) begin();
    if (isDocument || group !== undefined) writer.write(shown);
    if (isDocument) writer.end();
    else if (group !== undefined) {
      for (const [name, steps] of fields) if (place.isAt(writer.base, steps)) metadata[name] = value;
    }
    place.endValue();
  };
  return {
    keys: place.keys,
    // A field with the same name takes precedence.
    position: fields.some(([name]) => name === 'pointer') ? [] : ['pointer'],
    take: () => writer.take(),
    key: (name) => place.key(name),
    open(isList) {
      place.beginValue();
      const { depth } = place;
      const isGroup = place.isChosen || (depth === 0 && (isList || pointers.length === 0));
      if (group === undefined && isGroup) group = { depth: isList ? depth + 1 : depth, isList };
      if (group?.depth === depth) begin();
      writer.endLine();
      place.path.open(isList);
    },
    close() {
      place.path.close();
      writer.endLine();
      const { depth } = place;
      if (group?.depth === depth) writer.end();
      if (group !== undefined && depth === (group.isList ? group.depth - 1 : group.depth)) group = undefined;
      place.endValue();
    },
    string: (text) => scalar(text, text),
    literal: (text) => scalar(text === 'null' ? '' : text, fields.length === 0 ? text : literalValue(text)),
  };
}

/** Makes one document of every string, or of every string below the pointers. */
class TextDocuments implements JsonDocuments {
  readonly position = ['pointer'];
  readonly #place: JsonPlace;
  readonly #fields: MetadataFields;
  #parts: JsonPart[] = [];
  /** Texts of the current record that wait for its metadata. */
  #waiting: { readonly text: string; readonly pointer: string }[] = [];
  #waitingUnits = 0;
  #recordDepth = 0;
  #metadata: Record<string, unknown> = {};

  constructor({ pointers, fields }: JsonSelection) {
    this.#place = new JsonPlace(pointers);
    this.#fields = fields;
  }

  get keys(): ReadonlySet<string> {
    return this.#place.keys;
  }

  take(): readonly JsonPart[] {
    if (this.#waitingUnits > WAITING_UNITS) this.#release();
    const parts = this.#parts;
    this.#parts = [];
    return parts;
  }

  key(name: string): void {
    this.#place.key(name);
  }

  open(isList: boolean): void {
    this.#place.beginValue();
    if (this.#place.depth === 0 && isList) this.#recordDepth = 1;
    this.#place.path.open(isList);
  }

  close(): void {
    this.#place.path.close();
    this.#endValue();
  }

  string(text: string): void {
    this.#place.beginValue();
    this.#note(text);
    if (this.#place.isInChosen && text.trim() !== '') {
      this.#waiting.push({ text, pointer: this.#place.path.toPointer() });
      this.#waitingUnits += text.length;
    }
    this.#endValue();
  }

  literal(text: string): void {
    this.#place.beginValue();
    if (this.#fields.length > 0) this.#note(literalValue(text));
    this.#endValue();
  }

  #note(value: unknown): void {
    for (const [name, steps] of this.#fields) {
      if (this.#place.isAt(this.#recordDepth, steps)) this.#metadata[name] = value;
    }
  }

  #endValue(): void {
    this.#place.endValue();
    if (this.#place.depth > this.#recordDepth) return;
    this.#release();
    this.#metadata = {};
  }

  #release(): void {
    for (const { text, pointer } of this.#waiting) {
      this.#parts.push({ kind: 'whole', text, metadata: { ...this.#metadata, pointer } });
    }
    this.#waiting = [];
    this.#waitingUnits = 0;
  }
}

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

/**
 * Reads JSON as people do, with its keys and numbers: each object or list that is an item of a list becomes a document of "name: value" lines, headed by the
 * names that lead to its list. All values outside such items become one document at the end. With pointers only the values that they point to count, and a
 * single text or number there is a document of its own.
 */
function recordDocuments({ pointers }: Pick<JsonSelection, 'pointers'>): JsonDocuments {
  const place = new JsonPlace(pointers);
  const records = new RecordWriter(place, { isForReading: true });
  const others = new RecordWriter(place, { isForReading: true });
  others.begin({ pointer: '' });
  /** Depth of the current document; undefined outside. */
  let recordDepth: number | undefined;

  const isInList = () => typeof place.path.stepAt(place.depth - 1) === 'number';
  const begin = (): void => {
    recordDepth = place.depth;
    const heading = pointers.length === 0 ? place.nameBetween(0, place.depth - 1) : '';
    records.begin({ pointer: place.path.toPointer() }, heading === '' ? '' : `${heading}:\n`);
  };
  const end = (): void => {
    recordDepth = undefined;
    records.end();
  };
  const endValue = (): void => {
    place.endValue();
    if (place.depth === 0) others.end();
  };
  const scalar = (value: string): void => {
    place.beginValue();
    if (recordDepth !== undefined) records.write(value);
    else if (pointers.length === 0) others.write(value);
    else if (place.isInChosen) {
      begin();
      records.write(value);
      end();
    }
    endValue();
  };
  const endLines = (): void => {
    records.endLine();
    others.endLine();
  };
  return {
    keys: place.keys,
    position: ['pointer'],
    take(): readonly JsonPart[] {
      // The parts of a long record follow each other: what stands outside waits until it has ended.
      if (recordDepth !== undefined) return records.take();
      if (others.units > WAITING_UNITS) others.end();
      return [...records.take(), ...others.take()];
    },
    key: (name) => place.key(name),
    open(isList) {
      place.beginValue();
      const isRecord = isInList() || (pointers.length > 0 && place.isChosen && !isList);
      if (recordDepth === undefined && place.isInChosen && isRecord) begin();
      endLines();
      place.path.open(isList);
    },
    close() {
      place.path.close();
      endLines();
      if (recordDepth === place.depth) end();
      endValue();
    },
    string: scalar,
    literal: (text) => scalar(text === 'null' ? '' : text),
  };
}

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
