import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bucketAddress, objectAddress } from '../../../../../electron/server/sources/s3/bucket-client.ts';

const address = (bucketName: string, region = 'eu-west-1', serverUrl = '') =>
  bucketAddress({ bucketName, region, serverUrl });

describe('bucketAddress', () => {
  test.each([
    ['docs', 'eu-west-1', '', 'https://docs.s3.eu-west-1.amazonaws.com/'],
    ['s3://docs', 'eu-west-1', '', 'https://docs.s3.eu-west-1.amazonaws.com/'],
    ['docs.example.com', 'us-east-1', '', 'https://s3.us-east-1.amazonaws.com/docs.example.com/'],
    ['Old_Bucket', 'us-east-1', '', 'https://s3.us-east-1.amazonaws.com/Old_Bucket/'],
    ['docs', 'cn-north-1', '', 'https://docs.s3.cn-north-1.amazonaws.com.cn/'],
    ['docs', 'us-east-1', 'http://localhost:9000', 'http://localhost:9000/docs/'],
    ['docs', 'auto', 'https://minio.example.com/s3/', 'https://minio.example.com/s3/docs/'],
  ])('finds %s in %s at %j', (bucketName, region, serverUrl, url) => {
    expect(address(bucketName, region, serverUrl).url.href).toBe(url);
  });

  test.each([
    ['docs/2024', 'eu-west-1', ''],
    ['..', 'eu-west-1', ''],
    ['docs', 'evil.example/', ''],
    ['docs', 'eu-west-1', 'ftp://minio'],
  ])('refuses %s in %s at %j', (bucketName, region, serverUrl) => {
    expect(() => address(bucketName, region, serverUrl)).toThrowError(
      expect.objectContaining({ code: 'INVALID_PARAM' }),
    );
  });
});

describe('objectAddress', () => {
  test('keeps every character of a key', () => {
    const bucket = address('docs', 'us-east-1', 'http://localhost:9000');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (key) => {
        const url = objectAddress(bucket, key);
        if (url === undefined) {
          expect(key.split('/').some((part) => part === '.' || part === '..')).toBe(true);
          return;
        }
        expect(url.search + url.hash).toBe('');
        const path = url.pathname.slice('/docs/'.length);
        expect(path.split('/').map(decodeURIComponent).join('/')).toBe(key);
        expect(path).toMatch(/^[A-Za-z0-9\-._~%/]*$/);
      }),
    );
    expect(objectAddress(bucket, 'a/../../other')).toBeUndefined();
  });
});
