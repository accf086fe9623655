import { z } from 'zod';
import { parseJson } from '../../../shared/json/parse-json.ts';
import { cacheKey, type DocumentCacheOptions, openDocumentCache } from './document-cache.ts';

const CachedHeadSchema = z.object({
  url: z.url(),
  headers: z.array(z.tuple([z.string(), z.string()])),
});

/** An answer of success as it was when it was fetched last. */
export interface CachedAnswer {
  /** Where it came from at last. */
  readonly url: URL;
  /** Those that say what it is, and of which version. */
  readonly headers: Headers;
  readonly body: Buffer;
}

/**
 * Answers of the web from earlier runs, by address and headers of the request. It may lose any of them at any time; what it gives is whole and as it was kept. It
 * shares its folder and its bound with the other caches of its folder.
 */
export interface PageCache {
  find(url: URL, headers: Readonly<Record<string, string>>): CachedAnswer | undefined;
  keep(url: URL, headers: Readonly<Record<string, string>>, answer: CachedAnswer): void;
}

/** Headers of an answer that are cached. */
const CACHED_HEADERS = ['content-language', 'content-type', 'etag', 'last-modified', 'link', 'x-robots-tag'];

/** Read and checked one after the other. */
const PART_BYTES = 1024 * 1024;

export function openPageCache(folder: string, options?: DocumentCacheOptions): PageCache {
  const cache = openDocumentCache(folder, options);
  return {
    find(url, headers) {
      const parts = cache.read(keyOf(url, headers));
      return parts === undefined ? undefined : readCached([...parts]);
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
  };
}

/** Of the answer to another request, nothing may be taken; a key in a header is part of the request, and not readable in the hash. */
function keyOf(url: URL, headers: Readonly<Record<string, string>>): Buffer {
  const sorted = Object.entries(headers)
    .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
    .sort();
  return cacheKey(['page', url.href, ...sorted]);
}

function headOf({ url, headers }: CachedAnswer): z.input<typeof CachedHeadSchema> {
  const cached = [...headers].filter(([name]) => CACHED_HEADERS.includes(name));
  return { url: url.href, headers: cached };
}

function readCached([first, ...rest]: readonly Uint8Array[]): CachedAnswer | undefined {
  if (first === undefined) return undefined;
  const head = CachedHeadSchema.safeParse(parseJson(Buffer.from(first).toString('utf8')));
  if (!head.success) return undefined;
  return { url: new URL(head.data.url), headers: new Headers(head.data.headers), body: Buffer.concat(rest) };
}
