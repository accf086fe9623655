import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { listenOnFreePort } from './listen-on-free-port.ts';

export interface FakeS3Options {
  /** Content by key, of the bucket `docs`. */
  readonly objects: Readonly<Record<string, string | Uint8Array>>;
  readonly region?: string;
  /** Whose keys may read; undefined: anybody. */
  readonly keys?: { readonly id: string; readonly secret: string; readonly session?: string };
  /** The most names per page, whatever the request says. */
  readonly pageSize?: number;
  /** Answers single requests itself. */
  readonly reply?: (request: FakeS3Request) => FakeS3Reply | undefined;
}

export interface FakeS3Request {
  /** As sent. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
}

export interface FakeS3Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** A server with the part of S3 that reads a bucket; it checks every signature. It has one bucket, `docs`. */
export interface FakeS3 {
  readonly origin: string;
  readonly requests: readonly FakeS3Request[];
  /** Keys of the downloaded objects. */
  fetched(): readonly string[];
  change(objects: Readonly<Record<string, string | Uint8Array | undefined>>): void;
  close(): Promise<void>;
}

export function s3Error(status: number, code: string, more = ''): FakeS3Reply {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>It is so.</Message>${more}</Error>`;
  return { status, headers: { 'content-type': 'application/xml' }, body };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Encoded as in RFC 3986: everything except letters, digits, "-", ".", "_" and "~". */
function encode(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[A-Za-z0-9\-._~]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}

interface Signed {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
}

/** Signature Version 4 by Amazon's description, computed from the received request. @returns Amazon's code of the failure */
function checkSignature({ method, url, headers }: Signed, keys: NonNullable<FakeS3Options['keys']>, region: string) {
  const [, id, day, ofRegion, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (id === undefined || day === undefined || names === undefined) return 'AccessDenied';
  if (id !== keys.id) return 'InvalidAccessKeyId';
  if (ofRegion !== region) return 'AuthorizationHeaderMalformed';
  const date = String(headers['x-amz-date']);
  if (
    Math.abs(Date.now() - Date.parse(date.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))) > 900_000
  ) {
    return 'RequestTimeTooSkewed';
  }
  if (headers['x-amz-security-token'] !== keys.session) return 'InvalidToken';
  const signed = names.split(';');
  const wanted = ['host', 'x-amz-content-sha256', 'x-amz-date', ...(keys.session ? ['x-amz-security-token'] : [])];
  if (!wanted.every((name) => signed.includes(name))) return 'AccessDenied';
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const canonical = [
    method,
    url.pathname.split('/').map(decodeURIComponent).map(encode).join('/'),
    query,
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    String(headers['x-amz-content-sha256']),
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${keys.secret}`, day), region));
  return hmac(key, toSign).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}

function listReply(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams, pageSize: number): FakeS3Reply {
  const from = query.get('continuation-token');
  const size = Math.min(pageSize, Number(query.get('max-keys') ?? 1000));
  const all = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort();
  const after = from === null ? all : all.filter((key) => key > Buffer.from(from, 'base64').toString('utf8'));
  const keysOfPage = after.slice(0, size);
  const isTruncated = after.length > size;
  const written = query.get('encoding-type') === 'url';
  const contents = keysOfPage.map((key) => {
    const content = objects.get(key) ?? Buffer.alloc(0);
    const name = written ? encode(key).replaceAll('%20', '+').replaceAll('%2F', '/') : key;
    return `<Contents><Key>${name}</Key><LastModified>2024-05-06T07:08:09.000Z</LastModified><ETag>&quot;${etagOf(content)}&quot;</ETag><Size>${content.length}</Size><StorageClass>STANDARD</StorageClass><Owner><ID>1</ID></Owner></Contents>`;
  });
  const token = Buffer.from(keysOfPage.at(-1) ?? '').toString('base64');
  const next = isTruncated ? `<NextContinuationToken>${token}</NextContinuationToken>` : '';
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>docs</Name><Prefix></Prefix><KeyCount>${keysOfPage.length}</KeyCount>
<MaxKeys>${size}</MaxKeys><EncodingType>url</EncodingType><IsTruncated>${isTruncated}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`;
  return { status: 200, headers: { 'content-type': 'application/xml' }, body };
}

export async function openFakeS3(options: FakeS3Options): Promise<FakeS3> {
  const { region = 'us-east-1', keys, pageSize = 1000, reply } = options;
  const objects = new Map<string, Buffer>();
  const requests: FakeS3Request[] = [];
  function change(changed: Readonly<Record<string, string | Uint8Array | undefined>>): void {
    for (const [key, content] of Object.entries(changed)) {
      if (content === undefined) objects.delete(key);
      else objects.set(key, Buffer.from(content));
    }
  }
  change(options.objects);

  function answer(request: Signed): FakeS3Reply {
    const { url } = request;
    const problem = keys === undefined ? undefined : checkSignature(request, keys, region);
    if (problem !== undefined)
      return s3Error(problem === 'AuthorizationHeaderMalformed' ? 400 : 403, problem, `<Region>${region}</Region>`);
    const [, bucket = '', ...rest] = url.pathname.split('/');
    if (bucket !== 'docs') return s3Error(404, 'NoSuchBucket');
    if (url.searchParams.get('list-type') === '2') return listReply(objects, url.searchParams, pageSize);
    const content = objects.get(rest.map(decodeURIComponent).join('/'));
    if (content === undefined) return s3Error(404, 'NoSuchKey');
    return { status: 200, headers: { etag: etagOf(content) }, body: content };
  }

  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push({ path, headers: request.headers });
    const url = new URL(path, `http://${request.headers.host}`);
    const signed = { method: request.method ?? '', url, headers: request.headers };
    const { status, headers, body } = reply?.({ path, headers: request.headers }) ?? answer(signed);
    response.writeHead(status, headers).end(body);
  });
  const { origin, close } = await listenOnFreePort(server);
  return {
    origin,
    requests,
    change,
    close,
    fetched: () =>
      requests
        .filter(({ path }) => !path.includes('list-type='))
        .map(({ path }) => path.split('/').slice(2).map(decodeURIComponent).join('/')),
  };
}

function etagOf(content: Uint8Array): string {
  return createHash('md5').update(content).digest('hex');
}
