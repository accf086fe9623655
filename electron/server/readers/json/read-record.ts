import type { Metadata } from '../../core/document.ts';
import { literalValue, type MetadataFields } from './json-documents.ts';
import { JsonPlace } from './json-place.ts';
import { JsonTokenizer } from './json-tokenizer.ts';
import { RecordWriter } from './record-writer.ts';

export interface JsonRecord {
  readonly text: string;
  readonly metadata: Metadata;
}

export interface RecordSelection {
  /** To the value that is the text; none: the whole record. */
  readonly steps: readonly string[];
  readonly fields: MetadataFields;
  /** Where the first keys that are seen are added. */
  readonly keys: Set<string>;
}

/**
 * Reads a record that is a JSON text of its own.
 * @returns the value that the steps lead to (an object as "name: value" lines) with the metadata that the fields name; undefined if there
 *   is none, or a blank one
 * @throws JsonSyntaxError, RangeError as {@link JsonTokenizer} does
 */
export function readRecord(json: string, { steps, fields, keys }: RecordSelection): JsonRecord | undefined {
  const place = new JsonPlace([], keys);
  const writer = new RecordWriter(place);
  const metadata: Record<string, unknown> = {};
  let isInside = false;

  const begin = (): void => {
    place.beginValue();
    if (isInside || !place.isAt(0, steps)) return;
    isInside = true;
    writer.begin(metadata);
  };
  const end = (): void => {
    place.endValue();
    if (!isInside || place.depth > steps.length) return;
    isInside = false;
    writer.end();
  };
  const scalar = (shown: string, value: unknown): void => {
    begin();
    for (const [name, path] of fields) if (place.isAt(0, path)) metadata[name] = value;
    if (isInside) writer.write(shown);
    end();
  };
  const tokenizer = new JsonTokenizer({
    key: (name) => place.key(name),
    open(isList) {
      begin();
      writer.endLine();
      place.path.open(isList);
    },
    close() {
      place.path.close();
      writer.endLine();
      end();
    },
    string: (text) => scalar(text, text),
    literal: (text) => scalar(text === 'null' ? '' : text, literalValue(text)),
  });
  tokenizer.write(json);
  tokenizer.end();
  // A key that occurs twice counts by its last value, as in JSON.parse.
  const part = writer.take().at(-1);
  return part?.kind === 'whole' ? { text: part.text, metadata } : undefined;
}
