import { openAsBlob } from 'node:fs';
import { TextDecoder } from 'node:util';
import type { FormData } from 'undici';
import { z } from 'zod';
import { OperationalError } from '../../../../shared/errors/errors.ts';
import type { ParamsOf } from '../../../../shared/nodes/define-node.ts';
import type { unstructuredFileLoader } from '../../../../shared/nodes/documentloaders/unstructured-file-loader.ts';
import type { Metadata, SourceFile } from '../../core/document.ts';
import { isSuccess } from '../../http/require-success.ts';
import { SERVICE_RETRIES, type Sleep } from '../../http/retries.ts';
import { quoted } from '../../http/service-errors.ts';
import { createWebClient, type WebStream } from '../../http/web-client.ts';
import { answerDamaged, parseWebAddress, shownAddress, statusFailed } from '../../http/web-errors.ts';
import { type JsonEvents, JsonSyntaxError, JsonTokenizer } from '../../readers/json/json-tokenizer.ts';

export type UnstructuredParams = ParamsOf<typeof unstructuredFileLoader>;

export interface SendOptions {
  readonly signal: AbortSignal;
  readonly sleep?: Sleep;
}

/** The elements of about ten thousand pages, with coordinates. */
const MAX_ANSWER_BYTES = 2_000_000_000;
const MAX_REFUSAL_BYTES = 64 * 1024;

/** The default of Flowise and of the server's own clients: these types are skipped because searching them for tables is slow. */
const NO_TABLES_IN = ['pdf', 'jpg', 'png'];

/** A title, paragraph, item or table that the server found, or a chunk of those. */
interface UnstructuredElement {
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
class UnexpectedAnswerError extends Error {}

/** Metadata with copies of the file's content, which every chunk would repeat. */
const LEFT_OUT = new Set(['orig_elements', 'image_base64']);

/** Reads elements from a streamed answer, so that it is never held whole. */
class ElementReader {
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

/**
 * An Unstructured API server splits a file into elements: the file is sent, and the elements are read, piece by piece.
 * @throws UserError INVALID_PARAM; OperationalError SERVICE_FAILED, SERVICE_TIMEOUT; the signal's reason when it aborts
 */
export async function* sendFile(
  file: SourceFile,
  params: UnstructuredParams,
  { signal, sleep }: SendOptions,
): AsyncGenerator<UnstructuredElement> {
  const url = parseWebAddress(params.unstructuredAPIUrl, 'unstructuredAPIUrl');
  const client = createWebClient({
    // The address is the user's own server, not one that a page linked to.
    allowLocalNetwork: true,
    timeoutMs: params.timeout,
    maxBytes: MAX_ANSWER_BYTES,
    ...(sleep === undefined ? {} : { sleep }),
  });
  try {
    const answer = await client.fetchStream(url, {
      signal,
      method: 'POST',
      headers: headersOf(params),
      body: await makeForm(file, params),
      // The request changes nothing on the server, so it may be repeated.
      isRepeatable: true,
      retries: SERVICE_RETRIES,
    });
    if (!isSuccess(answer)) throw refused(file, answer, await readRefusal(answer));
    yield* readElements(answer);
  } finally {
    await client.close();
  }
}

function headersOf({ unstructuredAPIKey }: UnstructuredParams): Record<string, string> {
  const key = unstructuredAPIKey.trim();
  return key === '' ? { accept: 'application/json' } : { accept: 'application/json', 'unstructured-api-key': key };
}

async function makeForm(file: SourceFile, params: UnstructuredParams): Promise<FormData> {
  const { FormData } = await import('undici');
  const form = new FormData();
  // Read from the disk while it is sent, and again for a retry.
  form.append('files', await openAsBlob(file.path), file.name);
  const { chunkingStrategy } = params;
  const fields: Readonly<Record<string, string | number | undefined>> = {
    output_format: 'application/json',
    strategy: params.strategy,
    encoding: params.encoding,
    skip_infer_table_types: JSON.stringify(params.skipInferTableTypes ?? NO_TABLES_IN),
    hi_res_model_name: params.hiResModelName,
    coordinates: onlyTrue(params.coordinates),
    xml_keep_tags: onlyTrue(params.xmlKeepTags),
    include_page_breaks: onlyTrue(params.includePageBreaks),
    ...(chunkingStrategy === 'None'
      ? {}
      : {
          chunking_strategy: chunkingStrategy,
          max_characters: params.maxCharacters,
          new_after_n_chars: params.newAfterNChars,
          combine_under_n_chars: params.combineUnderNChars,
          multipage_sections: String(params.multiPageSections),
        }),
  };
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== '') form.append(name, String(value));
  }
  for (const language of params.ocrLanguages ?? []) form.append('ocr_languages', language);
  return form;
}

function onlyTrue(value: boolean): string | undefined {
  return value ? 'true' : undefined;
}

async function* readElements(answer: WebStream): AsyncGenerator<UnstructuredElement> {
  const reader = new ElementReader();
  const decoder = new TextDecoder();
  try {
    for await (const bytes of answer.body) yield* reader.write(decoder.decode(bytes, { stream: true }));
    yield* reader.write(decoder.decode());
    reader.end();
  } catch (error) {
    if (error instanceof JsonSyntaxError || error instanceof UnexpectedAnswerError || error instanceof RangeError) {
      throw answerDamaged(answer.url, 'something else than a list of elements', error);
    }
    throw error;
  }
}

const refusalSchema = z.object({
  detail: z.union([z.string(), z.array(z.object({ msg: z.string() })).transform((list) => list[0]?.msg ?? '')]),
});

/** The server's own message, if it sends one. */
async function readRefusal({ body }: WebStream): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > MAX_REFUSAL_BYTES) break;
  }
  try {
    return refusalSchema.parse(JSON.parse(Buffer.concat(pieces).toString('utf8'))).detail;
  } catch {
    // The page of a proxy, which does not help the user.
    return '';
  }
}

/** Statuses about the request's content. */
const NOT_TAKEN = new Set([400, 413, 415, 422]);

function refused(file: SourceFile, { url, status }: WebStream, words: string): OperationalError {
  if (!NOT_TAKEN.has(status)) return statusFailed(url, status, words);
  const address = shownAddress(url);
  return new OperationalError(
    'SERVICE_FAILED',
    `${address} did not take "${file.name}" (status ${status}): check the file, and the settings of the node.${quoted(words)}`,
    { details: { address, status, file: file.name } },
  );
}
