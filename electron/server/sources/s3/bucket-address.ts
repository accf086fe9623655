import { UserError } from '../../../../shared/errors/errors.ts';
import { parseWebAddress } from '../../http/web-errors.ts';

export interface BucketSettings {
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

function invalid(param: string, message: string): UserError {
  return new UserError('INVALID_PARAM', message, { details: { param } });
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
