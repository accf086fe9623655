import { UserError } from '../../../../shared/errors/errors.ts';
import type { PathFilter } from '../../common/glob.ts';
import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import type { OriginContext } from '../../core/document-loader.ts';
import type { ReadOptions } from '../../readers/read-any-file.ts';
import { type FoundFile, readFoundFiles } from '../cache/read-found-files.ts';
import { createDownloads, type Downloads, downloadTooLarge } from '../cache/save-download.ts';
import { type WebParts, webParts } from '../web-parts.ts';
import { type BucketAddress, objectAddress } from './bucket-address.ts';
import { askBucket, type BucketClientOptions, type BucketKeys, serviceCodeOf } from './bucket-client.ts';
import { type BucketObject, type BucketPage, listBucketPage } from './list-bucket.ts';

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
