import { z } from 'zod';
import type { Metadata } from '../../core/document.ts';
import { type JsonEvents, JsonTokenizer } from '../../readers/json/json-tokenizer.ts';

/** A title, paragraph, item or table that the server found, or a chunk of those. */
export interface UnstructuredElement {
  readonly category: string;
  readonly text: string;
  readonly metadata: Metadata;
}

const schema = z.object({
  type: z.string(),
  text: z.string(),
  metadata: z.record(z.string(), z.unknown()).default({}),
});

/** The answer is JSON, but not a list of elements. */
export class UnexpectedAnswerError extends Error {}

/** Metadata with copies of the file's content, which every chunk would repeat. */
const LEFT_OUT = new Set(['orig_elements', 'image_base64']);

/** Reads elements from a streamed answer, so that it is never held whole. */
export class ElementReader {
  readonly #collector = new ItemCollector();
  readonly #tokenizer = new JsonTokenizer(this.#collector);

  /** @throws JsonSyntaxError, UnexpectedAnswerError; RangeError for a text of more than 32 Mi units */
  write(piece: string): readonly UnstructuredElement[] {
    this.#tokenizer.write(piece);
    return this.#collector.take().flatMap(toElement);
  }

  /** @throws JsonSyntaxError if the answer is incomplete */
  end(): void {
    this.#tokenizer.end();
  }
}

/** Page breaks and pictures have no text. */
function toElement(item: unknown): UnstructuredElement[] {
  const element = schema.safeParse(item);
  if (!element.success) throw new UnexpectedAnswerError();
  const { type, text, metadata } = element.data;
  if (text.trim() === '') return [];
  const kept = Object.entries(metadata).filter(([name]) => !LEFT_OUT.has(name));
  return [{ category: type, text: text.replaceAll('\0', ''), metadata: Object.fromEntries(kept) }];
}

type Container = { readonly list: unknown[] } | { readonly fields: Map<string, unknown>; key: string };

/** Builds the items of a list. */
class ItemCollector implements JsonEvents {
  #items: unknown[] = [];
  readonly #open: Container[] = [];
  #hasStarted = false;

  take(): readonly unknown[] {
    const items = this.#items;
    this.#items = [];
    return items;
  }

  open(isList: boolean): void {
    if (!this.#hasStarted) {
      if (!isList) throw new UnexpectedAnswerError();
      this.#hasStarted = true;
      return;
    }
    this.#open.push(isList ? { list: [] } : { fields: new Map(), key: '' });
  }

  close(): void {
    const container = this.#open.pop();
    if (container !== undefined) this.#add('list' in container ? container.list : Object.fromEntries(container.fields));
  }

  key(name: string): void {
    const container = this.#open.at(-1);
    if (container !== undefined && 'fields' in container) container.key = name;
  }

  string(text: string): void {
    this.#add(text);
  }

  literal(text: string): void {
    const value: unknown = JSON.parse(text);
    this.#add(value);
  }

  #add(value: unknown): void {
    if (!this.#hasStarted) throw new UnexpectedAnswerError();
    const container = this.#open.at(-1);
    if (container === undefined) this.#items.push(value);
    else if ('list' in container) container.list.push(value);
    else container.fields.set(container.key, value);
  }
}
