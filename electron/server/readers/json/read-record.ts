import type { Metadata } from '../../core/document.ts';
import { literalValue, type MetadataFields } from './json-documents.ts';
import { type JsonEvents, JsonTokenizer, type OnOddWord } from './json-tokenizer.ts';
import { JsonPlace, RecordWriter } from './record-writer.ts';

export interface JsonRecord {
  readonly text: string;
  readonly metadata: Metadata;
}

export interface RecordSelection {
  /** Steps to the value that is the text; empty: the whole record. */
  readonly steps: readonly string[];
  readonly fields: MetadataFields;
  /** Collects the first keys of the record. */
  readonly keys: Set<string>;
}

/**
 * Reads a record that is a complete JSON text.
 * @param onOddWord as in {@link JsonTokenizer}
 * @returns the value at the steps (an object as "name: value" lines) with the metadata of the fields; undefined if it is missing or blank
 * @throws JsonSyntaxError, RangeError as {@link JsonTokenizer} does
 */
export function readRecord(
  json: string,
  { steps, fields, keys }: RecordSelection,
  onOddWord?: OnOddWord,
): JsonRecord | undefined {
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
  const events: JsonEvents = {
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
  };
  const tokenizer = new JsonTokenizer(events, onOddWord);
  tokenizer.write(json);
  tokenizer.end();
  // If a key occurs twice, the last value counts, as in JSON.parse.
  const part = writer.take().at(-1);
  return part?.kind === 'whole' ? { text: part.text, metadata } : undefined;
}
