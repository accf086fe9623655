import {
  type JsonDocuments,
  type JsonPart,
  type JsonSelection,
  literalValue,
  WAITING_UNITS,
} from './json-documents.ts';
import { JsonPlace } from './json-place.ts';

/** Every text becomes a document, or every one below what the pointers name. */
export function textDocuments({ pointers, fields }: JsonSelection): JsonDocuments {
  const place = new JsonPlace(pointers);
  let parts: JsonPart[] = [];
  /** Texts of the item at hand, which wait for its metadata. */
  let waiting: { text: string; pointer: string }[] = [];
  let waitingUnits = 0;
  let itemDepth = 0;
  let found: Record<string, unknown> = {};

  const endItem = (): void => {
    for (const { text, pointer } of waiting) parts.push({ kind: 'whole', text, metadata: { ...found, pointer } });
    waiting = [];
    waitingUnits = 0;
  };
  const endValue = (): void => {
    place.endValue();
    if (place.depth > itemDepth) return;
    endItem();
    found = {};
  };
  const notice = (value: unknown): void => {
    for (const [name, steps] of fields) if (place.isAt(itemDepth, steps)) found[name] = value;
  };
  return {
    keys: place.keys,
    take() {
      if (waitingUnits > WAITING_UNITS) endItem();
      const taken = parts;
      parts = [];
      return taken;
    },
    key: (name) => place.key(name),
    open(isList) {
      place.beginValue();
      if (place.depth === 0 && isList) itemDepth = 1;
      place.path.open(isList);
    },
    close() {
      place.path.close();
      endValue();
    },
    string(text) {
      place.beginValue();
      notice(text);
      if (place.isInChosen && text.trim() !== '') {
        waiting.push({ text, pointer: place.path.toPointer() });
        waitingUnits += text.length;
      }
      endValue();
    },
    literal(text) {
      place.beginValue();
      if (fields.length > 0) notice(literalValue(text));
      endValue();
    },
  };
}
