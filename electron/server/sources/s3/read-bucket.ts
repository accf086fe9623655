import { OperationalError, UserError } from '../../../../shared/errors/errors.ts';
import type { PathFilter } from '../../common/glob.ts';
import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import type { OriginContext } from '../../core/document-loader.ts';
import type { ReadOptions } from '../../readers/read-any-file.ts';
import { createXmlReader, XmlError } from '../../readers/xml/xml-reader.ts';
import { type FoundFile, readFoundFiles } from '../cache/read-found-files.ts';
import { createDownloads, type Downloads, downloadTooLarge } from '../cache/save-download.ts';
import { type WebParts, webParts } from '../web-parts.ts';
import {
  askBucket,
  type BucketAddress,
  type BucketClientOptions,
  type BucketKeys,
  objectAddress,
  serviceCodeOf,
} from './bucket-client.ts';

export interface BucketOptions {
  readonly address: BucketAddress;
  readonly keys: BucketKeys | undefined;
  /** Prefix of the names. */
  readonly prefix: string;
  readonly include: PathFilter;
  readonly exclude: PathFilter;
  readonly skipErrors: boolean;
  readonly reading: ReadOptions;
  readonly allowLocalNetwork: boolean;
}

/** The size limit of one file (decisions, part 5). */
const MAX_FILE_BYTES = 1024 ** 3;
const PAGE_SIZE = 1000;

/**
 * Reads the files of a bucket in the order of their names; unchanged files of an earlier run are not downloaded.
 * @throws UserError INVALID_PARAM for bucket, region or keys, OperationalError SERVICE_FAILED, and what {@link readFoundFiles} and the web client
 * throw
 */
export async function* readBucket(
  options: BucketOptions,
  context: OriginContext,
  parts: WebParts = webParts,
): AsyncGenerator<LoadedDocument> {
  const client = parts.openClient({ allowLocalNetwork: options.allowLocalNetwork, sleep: parts.sleep });
  try {
    const { reading, skipErrors, address } = options;
    const bucket = { client, address, keys: options.keys, signal: context.signal };
    const downloads = createDownloads(context.makeFolder, context.signal);
    const found = findObjects(options, bucket, downloads);
    const place = `The bucket "${address.bucket}"`;
    yield* readFoundFiles(found, { reading, skipErrors, place }, context);
  } finally {
    await client.close();
  }
}

interface BucketObject {
  readonly key: string;
  /** Changes with the content. */
  readonly etag: string;
  readonly sizeBytes: number;
  /** STANDARD, GLACIER and so on; empty if the server has no classes. */
  readonly storageClass: string;
}

interface BucketPage {
  readonly objects: readonly BucketObject[];
  /** Where the next page begins; undefined on the last page. */
  readonly next: string | undefined;
}

/** A page of 1,000 names of up to 1,024 bytes, encoded. */
const MAX_PAGE_BYTES = 20_000_000;

interface ListRequest {
  readonly prefix: string;
  readonly next: string | undefined;
  /** Names per page, at most 1,000. */
  readonly pageSize: number;
}

/**
 * One page of the names in a bucket, sorted.
 * @throws as {@link askBucket}; OperationalError SERVICE_FAILED for an answer that is not a list
 */
async function listBucketPage(options: BucketClientOptions, request: ListRequest): Promise<BucketPage> {
  const { address } = options;
  const url = new URL(address.url);
  if (url.pathname.endsWith('/') && url.pathname !== '/') url.pathname = url.pathname.slice(0, -1);
  const query: [string, string][] = [
    ['list-type', '2'],
    // Names may contain characters that XML can't express.
    ['encoding-type', 'url'],
    ['max-keys', String(request.pageSize)],
    ['prefix', request.prefix],
    ...(request.next === undefined ? [] : [['continuation-token', request.next] satisfies [string, string]]),
  ];
  url.search = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  const answer = await askBucket(options, url, MAX_PAGE_BYTES);
  try {
    const page = await parsePage(answer.body);
    if (page !== undefined) return page;
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
  }
  const message = `${address.url.host} answers with something that is no list of a bucket: check the server's address.`;
  throw new OperationalError('SERVICE_FAILED', message, { details: { address: address.url.host } });
}

const ROOT = 'ListBucketResult';

/** Undefined for another kind of answer. */
async function parsePage(body: AsyncIterable<Buffer>): Promise<BucketPage | undefined> {
  const objects: BucketObject[] = [];
  const page = new Map<string, string>();
  let object: Map<string, string> | undefined;
  let root: string | undefined;
  let text = '';
  const reader = await createXmlReader({
    onOpen(name) {
      root ??= name;
      if (name === 'Contents') object = new Map();
      text = '';
    },
    onText(piece) {
      text += piece;
    },
    onClose(name) {
      if (name === 'Contents' && object !== undefined) {
        objects.push(objectOf(object));
        object = undefined;
      } else (object ?? page).set(name, text);
      text = '';
    },
  });
  const decoder = new TextDecoder();
  for await (const piece of body) reader.write(decoder.decode(piece, { stream: true }));
  reader.end();
  if (root !== ROOT) return undefined;
  const isLast = page.get('IsTruncated') !== 'true';
  return { objects, next: isLast ? undefined : page.get('NextContinuationToken') };
}

function objectOf(fields: ReadonlyMap<string, string>): BucketObject {
  return {
    key: decodeKey(fields.get('Key') ?? ''),
    etag: fields.get('ETag') ?? '',
    sizeBytes: Number(fields.get('Size') ?? 0),
    storageClass: fields.get('StorageClass') ?? '',
  };
}

function decodeKey(encoded: string): string {
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '));
  } catch {
    // The server ignores the encoding parameter, and the name contains a %.
    return encoded;
  }
}

/**
 * Checks whether the bucket can be listed.
 * @throws as {@link readBucket}
 */
export async function checkBucket(
  options: BucketOptions,
  signal: AbortSignal,
  parts: WebParts = webParts,
): Promise<string> {
  const { address, keys, prefix, allowLocalNetwork } = options;
  const client = parts.openClient({ allowLocalNetwork, sleep: parts.sleep });
  try {
    const { objects } = await listBucketPage(
      { client, address, keys, signal },
      { prefix, next: undefined, pageSize: 1 },
    );
    const where = prefix === '' ? '' : ` whose names begin with "${prefix}"`;
    return `${address.url.host} shows the bucket "${address.bucket}", which has ${objects.length === 0 ? 'no ' : ''}files${where}.`;
  } finally {
    await client.close();
  }
}

async function* findObjects(
  { address, prefix, include, exclude }: BucketOptions,
  bucket: BucketClientOptions,
  downloads: Downloads,
): AsyncGenerator<FoundFile> {
  for (let page: BucketPage | undefined; page === undefined || page.next !== undefined; ) {
    page = await listBucketPage(bucket, { prefix, next: page?.next, pageSize: PAGE_SIZE });
    for (const object of page.objects) {
      const { key, etag, sizeBytes } = object;
      // Such names represent folders.
      if (key.endsWith('/') || !include(key) || exclude(key)) continue;
      yield {
        path: key,
        metadata: { source: `s3://${address.bucket}/${key}`, path: key, bucket: address.bucket },
        contentId: ['s3', address.url.href, key, etag, sizeBytes],
        fetch: () => fetchObject(object, bucket, downloads),
        release: downloads.release,
      };
    }
  }
}

/** Undefined if it no longer exists. */
async function fetchObject(
  { key, sizeBytes }: BucketObject,
  bucket: BucketClientOptions,
  downloads: Downloads,
): Promise<SourceFile | undefined> {
  if (sizeBytes > MAX_FILE_BYTES) throw downloadTooLarge(key, MAX_FILE_BYTES);
  const url = objectAddress(bucket.address, key);
  if (url === undefined) throw objectUnreadable(key, 'its name has parts that no address can hold');
  try {
    return await downloads.save(key, await askBucket(bucket, url, MAX_FILE_BYTES));
  } catch (error) {
    const code = serviceCodeOf(error);
    if (code === 'NoSuchKey') return undefined;
    if (code === 'InvalidObjectState')
      throw objectUnreadable(key, 'it is in an archive of the bucket and has to be restored first');
    if (code === 'AccessDenied') throw objectUnreadable(key, 'the account may not read it (s3:GetObject)');
    throw error;
  }
}

function objectUnreadable(key: string, reason: string): UserError {
  return new UserError('FILE_UNREADABLE', `"${key}" could not be fetched, ${reason}: change that, or leave it out.`, {
    details: { file: key, reason },
  });
}
