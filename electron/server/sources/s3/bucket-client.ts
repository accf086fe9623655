import { AppError, fromErrorData, OperationalError, toErrorData, UserError } from '../../../../shared/errors/errors.ts';
import { isSuccess } from '../../http/require-success.ts';
import type { WebClient, WebStream } from '../../http/web-client.ts';
import { parseWebAddress, statusFailed } from '../../http/web-errors.ts';

export interface BucketKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** For temporary keys only; otherwise empty. */
  readonly sessionToken: string;
}

interface BucketSettings {
  readonly bucketName: string;
  readonly region: string;
  /** Address of a server other than Amazon's. Empty: Amazon. */
  readonly serverUrl: string;
}

/** Where a bucket is. */
export interface BucketAddress {
  readonly bucket: string;
  readonly region: string;
  /** Address of the bucket, with / at its end. */
  readonly url: URL;
}

/** Amazon's rules, and the wider rules from before 2018 and of other servers. */
const BUCKET = /^[A-Za-z0-9][\w.-]{1,253}[A-Za-z0-9]$/;
const REGION = /^[a-z0-9-]+$/i;

/**
 * The address of a bucket. At Amazon the bucket is part of the host name, unless it contains dots, for which there is no certificate; other servers
 * have it in the path.
 * @throws UserError INVALID_PARAM
 */
export function bucketAddress(settings: BucketSettings): BucketAddress {
  const bucket = settings.bucketName.trim().replace(/^s3:\/\//, '');
  const region = settings.region.trim();
  if (!BUCKET.test(bucket)) throw invalid('bucketName', `"${bucket}" is no name of a bucket: write it without a path.`);
  if (!REGION.test(region)) throw invalid('region', `"${region}" is no region: write one such as eu-central-1.`);
  const server = settings.serverUrl.trim();
  if (server !== '') {
    const { origin, pathname } = parseWebAddress(server, 'serverUrl');
    return { bucket, region, url: new URL(`${origin}${pathname.replace(/\/+$/, '')}/${bucket}/`) };
  }
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  const isHost = /^[a-z0-9-]+$/.test(bucket);
  return { bucket, region, url: new URL(isHost ? `https://${bucket}.${host}/` : `https://${host}/${bucket}/`) };
}

/**
 * The address of an object. Every character of the key that has a meaning in URLs is encoded.
 * @returns undefined for a key with "." or ".." between slashes, which no URL can express
 */
export function objectAddress({ url }: BucketAddress, key: string): URL | undefined {
  const path = key.split('/').map(encodePart).join('/');
  const address = new URL(url);
  address.pathname = url.pathname + path;
  return address.pathname === url.pathname + path ? address : undefined;
}

function encodePart(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}

export interface BucketClientOptions {
  readonly client: WebClient;
  readonly address: BucketAddress;
  /** Undefined: anonymous. */
  readonly keys: BucketKeys | undefined;
  readonly signal: AbortSignal;
}

/** The body of a failure has a few hundred characters. */
const MAX_FAILURE_CHARACTERS = 64 * 1024;

/**
 * Sends a signed GET for an object or a list of a bucket.
 * @throws UserError INVALID_PARAM for bucket, region or keys; OperationalError SERVICE_FAILED; and what the web client throws. {@link serviceCodeOf}
 * returns the server's code of the failure.
 */
export async function askBucket(options: BucketClientOptions, url: URL, maxBytes: number): Promise<WebStream> {
  const headers = await signedHeaders(options, url);
  const answer = await options.client.fetchStream(url, { signal: options.signal, headers, maxBytes });
  if (isSuccess(answer)) return answer;
  throw refusal(options, answer, await beginningOf(answer));
}

async function signedHeaders(options: BucketClientOptions, url: URL): Promise<Record<string, string>> {
  const { keys, address } = options;
  if (keys === undefined) return {};
  const { AwsV4Signer } = await import('aws4fetch');
  const { sessionToken, ...rest } = keys;
  const session = sessionToken === '' ? {} : { sessionToken };
  const signer = new AwsV4Signer({ url: url.href, service: 's3', region: address.region, ...rest, ...session });
  const { headers } = await signer.sign();
  return Object.fromEntries(headers);
}

async function beginningOf(answer: WebStream): Promise<string> {
  let text = '';
  for await (const piece of answer.body) {
    text += piece.toString('utf8');
    if (text.length > MAX_FAILURE_CHARACTERS) break;
  }
  return text;
}

function refusal(options: BucketClientOptions, answer: WebStream, body: string): AppError {
  const code = fieldOf(body, 'Code') || codeOfStatus(answer.status);
  const region = answer.headers.get('x-amz-bucket-region') ?? fieldOf(body, 'Region');
  const known = explain(code, options, region) ?? statusFailed(answer.url, answer.status, fieldOf(body, 'Message'));
  return fromErrorData({ ...toErrorData(known), details: { ...known.details, serviceCode: code } });
}

/** Amazon's code of a failure (for example NoSuchKey); undefined for another error. */
export function serviceCodeOf(error: unknown): string | undefined {
  const code = error instanceof AppError ? error.details?.serviceCode : undefined;
  return typeof code === 'string' ? code : undefined;
}

function fieldOf(xml: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
}

/** For an answer without a body. */
function codeOfStatus(status: number): string {
  if (status === 301 || status === 307) return 'PermanentRedirect';
  return status === 403 ? 'AccessDenied' : '';
}

function explain(code: string, { address, keys }: BucketClientOptions, region: string): AppError | undefined {
  const { bucket } = address;
  const host = address.url.host;
  switch (code) {
    case 'NoSuchBucket':
      return invalid('bucketName', `${host} has no bucket "${bucket}": check its name and the region.`);
    case 'InvalidAccessKeyId':
    case 'InvalidToken':
    case 'ExpiredToken':
    case 'TokenRefreshRequired':
      return invalid(
        'awsKey',
        `${host} does not take the access key (${code}): put one that is valid into the credential.`,
      );
    case 'SignatureDoesNotMatch':
      return invalid('awsSecret', `${host} does not take the secret key: enter it again in the credential.`);
    case 'AccessDenied':
    case 'AllAccessDisabled': {
      const remedy =
        keys === undefined ? 'choose a credential' : 'give the account s3:ListBucket and s3:GetObject there';
      return new OperationalError('SERVICE_FAILED', `${host} does not let us read "${bucket}": ${remedy}.`, {
        details: { address: host, status: 403 },
      });
    }
    case 'PermanentRedirect':
    case 'AuthorizationHeaderMalformed':
    case 'IllegalLocationConstraintException': {
      const where = region === '' ? 'in another region' : `in the region ${region}`;
      return invalid('region', `The bucket "${bucket}" is ${where}: write that into the node.`);
    }
    case 'RequestTimeTooSkewed':
      return new OperationalError('SERVICE_FAILED', `The clock of this machine is wrong, says ${host}: set it right.`);
    default:
      return undefined;
  }
}

function invalid(param: string, message: string): UserError {
  return new UserError('INVALID_PARAM', message, { details: { param } });
}
