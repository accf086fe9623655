import { OperationalError } from '../../../../shared/errors/errors.ts';
import { createXmlReader, XmlError } from '../../readers/xml/xml-reader.ts';
import { askBucket, type BucketClientOptions } from './bucket-client.ts';

export interface BucketObject {
  readonly key: string;
  /** Changes with the content. */
  readonly etag: string;
  readonly sizeBytes: number;
  /** STANDARD, GLACIER and so on; empty if the server has no classes. */
  readonly storageClass: string;
}

export interface BucketPage {
  readonly objects: readonly BucketObject[];
  /** Where the next page begins; undefined on the last page. */
  readonly next: string | undefined;
}

/** A page of 1,000 names of up to 1,024 bytes, encoded. */
const MAX_PAGE_BYTES = 20_000_000;

export interface ListRequest {
  readonly prefix: string;
  readonly next: string | undefined;
  /** Names per page, at most 1,000. */
  readonly pageSize: number;
}

/**
 * One page of the names in a bucket, sorted.
 * @throws as {@link askBucket}; OperationalError SERVICE_FAILED for an answer that is not a list
 */
export async function listBucketPage(options: BucketClientOptions, request: ListRequest): Promise<BucketPage> {
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
