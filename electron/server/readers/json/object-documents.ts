import { type JsonDocuments, type JsonSelection, literalValue } from './json-documents.ts';
import { JsonPlace } from './json-place.ts';
import { RecordWriter } from './record-writer.ts';

/**
 * Each item of a top-level list becomes a document of "name: value" lines. If the top level is an object, the values at the pointers become documents
 * (of a list, each item); without pointers the whole object does.
 */
export function objectDocuments({ pointers, fields }: JsonSelection): JsonDocuments {
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
