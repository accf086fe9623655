import { UserError } from '../../../../shared/errors/errors.ts';
import type { LoadedDocument, Metadata } from '../../core/document.ts';
import { answerDamaged } from '../../http/web-errors.ts';
import type { MetadataFields } from '../../readers/json/json-documents.ts';
import { JsonSyntaxError } from '../../readers/json/json-tokenizer.ts';
import { readRecord } from '../../readers/json/read-record.ts';
import { scalarText, valueAt } from './json-value.ts';

/** Which parts of an answer become documents. Steps are those of JSON pointers. */
export interface ItemSelection {
  /** To the list of items; undefined: the whole answer is one item. */
  readonly items: readonly string[] | undefined;
  /** From an item to its text; empty: all of it, as "name: value" lines. */
  readonly content: readonly string[];
  /** From an item to its id; empty: its position is the id. */
  readonly id: readonly string[];
  /** From an item to the fields of its metadata. */
  readonly fields: MetadataFields;
  /** Collects the first keys of the answers. */
  readonly keys: Set<string>;
}

export interface Item {
  readonly value: unknown;
  /** JSON pointer to the item; "" for the whole answer. */
  readonly pointer: string;
}

/** The items of an answer; undefined if the pointer's target does not exist. */
export function itemsOf(json: unknown, { items, keys }: ItemSelection): readonly Item[] | undefined {
  if (items === undefined) return [{ value: json, pointer: '' }];
  const found = valueAt(json, items);
  const pointer = items.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  if (Array.isArray(found)) return found.map((value: unknown, index) => ({ value, pointer: `${pointer}/${index}` }));
  if (found !== undefined && found !== null) return [{ value: found, pointer }];
  if (typeof json === 'object' && json !== null) for (const key of Object.keys(json).slice(0, KEYS_TOLD)) keys.add(key);
  return undefined;
}

const KEYS_TOLD = 30;

/**
 * The document of an item.
 * @param source of the whole answer
 * @returns undefined if it has no text
 * @throws OperationalError SERVICE_FAILED for an item that is nested too deep
 */
export function itemDocument(
  { value, pointer }: Item,
  selection: ItemSelection,
  { url, source, page }: { readonly url: URL; readonly source: string; readonly page: number | undefined },
): LoadedDocument | undefined {
  const { content: steps, id, fields, keys } = selection;
  try {
    const record = readRecord(JSON.stringify(value), { steps, fields, keys });
    if (record === undefined) return undefined;
    const name = id.length === 0 ? undefined : scalarText(valueAt(value, id));
    const place: Metadata = {
      ...(page === undefined ? {} : { page }),
      ...(pointer === '' ? {} : { pointer }),
    };
    const origin = name === undefined ? source : `${source}#${name}`;
    return {
      text: record.text,
      metadata: { ...record.metadata, ...place, source: origin },
      position: Object.keys(place),
    };
  } catch (error) {
    if (error instanceof RangeError || error instanceof JsonSyntaxError) {
      throw answerDamaged(url, 'JSON that is nested too deep', error);
    }
    throw error;
  }
}

/** The reason why no answer gave a document. */
export function nothingFound(address: string, param: string, keys: ReadonlySet<string>): UserError {
  const list = [...keys].map((key) => `"${key}"`).join(', ');
  const choose = list === '' ? 'check the address and the pointers' : `choose among its keys ${list}`;
  return new UserError('INVALID_PARAM', `${address} has no text there: ${choose}.`, {
    details: { param, keys: [...keys] },
  });
}
