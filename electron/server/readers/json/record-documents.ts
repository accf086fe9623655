import { type JsonDocuments, type JsonPart, type JsonSelection, WAITING_UNITS } from './json-documents.ts';
import { JsonPlace } from './json-place.ts';
import { RecordWriter } from './record-writer.ts';

/**
 * Reads JSON as people do, with its keys and numbers: each object or list that is an item of a list becomes a document of "name: value" lines, headed by the
 * names that lead to its list. All values outside such items become one document at the end. With pointers only the values that they point to count, and a
 * single text or number there is a document of its own.
 */
export function recordDocuments({ pointers }: Pick<JsonSelection, 'pointers'>): JsonDocuments {
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
