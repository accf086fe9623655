import { createHash } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '../../../shared/json/parse-json.ts';
import { cacheKey, type DocumentCacheOptions, openDocumentCache } from './document-cache.ts';

const KeptHeadSchema = z.object({
  url: z.url(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  bytes: z.int().min(0),
  hash: z.string(),
});

/** An answer of success as it was when it was fetched last. */
export interface KeptAnswer {
  /** Where it came from at last. */
  readonly url: URL;
  /** Those that say what it is, and of which version. */
  readonly headers: Headers;
  readonly body: Buffer;
}

/**
 * Answers of the web from earlier runs, by address and headers of the request. It may lose any of them at any time; what it gives is whole and as it was kept. It
 * shares its file and its bound with the other caches of its folder.
 */
export interface PageCache {
  find(url: URL, headers: Readonly<Record<string, string>>): KeptAnswer | undefined;
  keep(url: URL, headers: Readonly<Record<string, string>>, answer: KeptAnswer): void;
  close(): void;
}

/** Headers of an answer that are kept. */
const KEPT_HEADERS = ['content-language', 'content-type', 'etag', 'last-modified', 'link', 'x-robots-tag'];

/** Rows of a few MB are what SQLite deals with well. */
const PART_BYTES = 1024 * 1024;

export async function openPageCache(folder: string, options?: DocumentCacheOptions): Promise<PageCache> {
  const cache = await openDocumentCache(folder, options);
  return {
    find(url, headers) {
      const parts = cache.read(keyOf(url, headers));
      return parts === undefined ? undefined : readKept([...parts]);
    },
    keep(url, headers, answer) {
      const writer = cache.write(keyOf(url, headers));
      if (writer === undefined) return;
      writer.add(Buffer.from(JSON.stringify(headOf(answer))));
      for (let at = 0; at < answer.body.length; at += PART_BYTES) {
        writer.add(answer.body.subarray(at, at + PART_BYTES));
      }
      writer.commit();
    },
    close: () => cache.close(),
  };
}

/** Of the answer to another request, nothing may be taken; a key in a header is part of the request, and not readable in the hash. */
function keyOf(url: URL, headers: Readonly<Record<string, string>>): Buffer {
  const sorted = Object.entries(headers)
    .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
    .sort();
  return cacheKey(['page', url.href, ...sorted]);
}

function headOf({ url, headers, body }: KeptAnswer): z.input<typeof KeptHeadSchema> {
  const kept = [...headers].filter(([name]) => KEPT_HEADERS.includes(name));
  return { url: url.href, headers: kept, bytes: body.length, hash: hashOf(body) };
}

/** @returns undefined for an entry that is not whole: another job may have replaced it while it was read */
function readKept([first, ...rest]: readonly Uint8Array[]): KeptAnswer | undefined {
  if (first === undefined) return undefined;
  const head = KeptHeadSchema.safeParse(parseJson(Buffer.from(first).toString('utf8')));
  const body = Buffer.concat(rest);
  if (!head.success || body.length !== head.data.bytes || hashOf(body) !== head.data.hash) return undefined;
  return { url: new URL(head.data.url), headers: new Headers(head.data.headers), body };
}

function hashOf(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('base64');
}
