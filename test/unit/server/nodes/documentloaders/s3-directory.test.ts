import { readdirSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { s3Directory } from '../../../../../electron/server/nodes/documentloaders/s3-directory.ts';
import { s3Directory as definition } from '../../../../../shared/nodes/documentloaders/s3-directory.ts';
import { makeLoadFolders } from '../../../../helpers/builders/load-folders.ts';
import { makePdf } from '../../../../helpers/builders/office-fixtures.ts';
import { readOrigin } from '../../../../helpers/builders/origin-context.ts';
import { parseNodeParams } from '../../../../helpers/builders/parse-node-params.ts';
import { type FakeS3, type FakeS3Options, openFakeS3, s3Error } from '../../../../helpers/fakes/fake-s3.ts';

const folders = makeLoadFolders();
const keys = { id: 'AKIAEXAMPLE', secret: 'se/cret+Key' };
const secrets = { awsKey: keys.id, awsSecret: keys.secret };
let servers: FakeS3[] = [];

afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  servers = [];
});

async function open(options: FakeS3Options): Promise<FakeS3> {
  const server = await openFakeS3(options);
  servers.push(server);
  return server;
}

function parse(server: FakeS3, params: Record<string, unknown> = {}) {
  return parseNodeParams(definition, {
    bucketName: 'docs',
    serverUrl: server.origin,
    allowLocalNetwork: true,
    ...params,
  });
}

async function read(server: FakeS3, params: Record<string, unknown> = {}, signal?: AbortSignal) {
  return readOrigin(s3Directory, parse(server, params), folders, signal);
}

async function sources(server: FakeS3, params: Record<string, unknown> = {}) {
  return (await read(server, params)).documents.map(({ metadata }) => metadata.source);
}

describe('s3Directory', () => {
  test('reads each file by its kind, with keys of any characters, and a signature that is right', async () => {
    const names = [
      'a b+c & d=e.txt',
      "it's (1)*!.txt",
      'Über/😀 100%/ñ.txt',
      'a?b#c;d:@$,.txt',
      '2%20x/%2F.txt',
      'a//b.txt',
    ];
    const server = await open({
      keys: { ...keys, session: 'to/ken==' },
      objects: {
        ...Object.fromEntries(names.map((name) => [name, `Text of ${name}`])),
        'folder/': '',
        '😀 zz/seiten.pdf': await makePdf(['page one', 'page two']),
      },
    });
    const { documents, progress } = await read(server, { ...secrets, awsSession: 'to/ken==' });
    const texts = documents.slice(0, -2);
    expect(texts.map(({ text }) => text)).toEqual([...names].sort().map((name) => `Text of ${name}`));
    expect(texts.map(({ metadata }) => metadata)).toEqual(
      [...names].sort().map((path) => ({ source: `s3://docs/${path}`, path, bucket: 'docs' })),
    );
    expect(documents.slice(-2)).toMatchObject([
      { text: 'page one', metadata: { source: 's3://docs/😀 zz/seiten.pdf', loc: { pageNumber: 1 } } },
      { text: 'page two' },
    ]);
    expect(progress).toEqual({ done: 7, total: 7, message: undefined });
  });

  test('reads the list page by page, filtered by prefix and patterns', async () => {
    const names = Array.from({ length: 25 }, (_, index) => `docs/${String(index).padStart(2, '0')}.md`);
    const objects = Object.fromEntries([...names, 'docs/x.tmp', 'other/a.md'].map((name) => [name, name]));
    const server = await open({ objects, pageSize: 4 });
    expect(await sources(server, { prefix: 'docs/', exclude: '*.tmp' })).toEqual(
      names.map((name) => `s3://docs/${name}`),
    );
    expect(server.requests.filter(({ path }) => path.includes('list-type')).length).toBe(7);
    expect(await sources(server, { include: 'other/**' })).toEqual(['s3://docs/other/a.md']);
  });

  test('fetches only files that it has not read before, and keeps none of them on the disk', async () => {
    const server = await open({ objects: { 'a.md': 'one', 'b.md': 'two', 'c.md': 'three' }, keys });
    const first = await read(server, secrets);
    expect(server.fetched()).toEqual(['a.md', 'b.md', 'c.md']);
    const second = await read(server, secrets);
    expect(server.fetched()).toHaveLength(3);
    expect(second.documents).toEqual(first.documents);
    server.change({ 'a.md': undefined, 'b.md': 'new', 'd.md': 'four' });
    const third = await read(server, secrets);
    expect(server.fetched().slice(3)).toEqual(['b.md', 'd.md']);
    expect(third.documents.map(({ text }) => text)).toEqual(['new', 'three', 'four']);
    const left = readdirSync(folders.temporary, { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile())).toEqual([]);
  });

  test('sends anonymous requests without a credential', async () => {
    const server = await open({ objects: { 'a.md': 'open' } });
    expect((await read(server)).documents).toHaveLength(1);
    expect(server.requests.every(({ headers }) => headers.authorization === undefined)).toBe(true);
    const closed = await open({ objects: { 'a.md': 'x' }, keys });
    await expect(read(closed)).rejects.toMatchObject({
      code: 'SERVICE_FAILED',
      message: expect.stringContaining('does not let us read "docs": choose a credential'),
    });
  });

  test('says what is wrong with bucket, keys and region', async () => {
    const server = await open({ objects: { 'a.md': 'x' }, keys, region: 'eu-west-1' });
    const inRegion = { region: 'eu-west-1', ...secrets };
    const cases = [
      [{ ...inRegion, bucketName: 'none' }, 'INVALID_PARAM', 'has no bucket "none"', 'bucketName'],
      [{ ...inRegion, awsSecret: 'wrong' }, 'INVALID_PARAM', 'does not take the secret key', 'awsSecret'],
      [{ ...inRegion, awsKey: 'other' }, 'INVALID_PARAM', 'does not take the access key', 'awsKey'],
      [{ ...inRegion, awsSession: 'old' }, 'INVALID_PARAM', 'does not take the access key', 'awsKey'],
      [{ ...inRegion, region: 'us-east-2' }, 'INVALID_PARAM', 'is in the region eu-west-1', 'region'],
      [{ ...inRegion, awsSecret: '' }, 'INVALID_PARAM', 'Secret access key is missing', 'awsSecret'],
    ] as const;
    for (const [params, code, message, param] of cases) {
      await expect(async () => read(server, params)).rejects.toMatchObject({
        code,
        message: expect.stringContaining(message),
        details: { param },
      });
    }
    expect(await sources(server, inRegion)).toEqual(['s3://docs/a.md']);
    await expect(read(server, { ...inRegion, allowLocalNetwork: false })).rejects.toMatchObject({
      code: 'ADDRESS_REFUSED',
    });
    await expect(read(server, { ...inRegion, include: '*.pdf' })).rejects.toMatchObject({ code: 'NO_FILES' });
  });

  test('names a server that does not speak S3', async () => {
    for (const body of ['<html><body>Hello</body></html>', 'Hello', '<ListBucketResult><a></ListBucketResult>', '']) {
      const server = await open({ objects: {}, reply: () => ({ status: 200, body }) });
      await expect(read(server), body).rejects.toMatchObject({
        code: 'SERVICE_FAILED',
        message: expect.stringContaining('no list of a bucket'),
      });
    }
  });

  test('skips files that no longer exist, and failing ones if the node says so', async () => {
    const server = await open({
      objects: { 'a.md': 'one', 'archived.md': 'x', 'gone.md': 'x', 'secret.md': 'x', 'z.md': 'two' },
      reply: ({ path }) => {
        if (path.endsWith('/gone.md')) return s3Error(404, 'NoSuchKey');
        if (path.endsWith('/archived.md')) return s3Error(403, 'InvalidObjectState');
        return path.endsWith('/secret.md') ? s3Error(403, 'AccessDenied') : undefined;
      },
    });
    await expect(read(server)).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringContaining('"archived.md" could not be fetched, it is in an archive'),
    });
    const { documents, progress } = await read(server, { skipErrors: true });
    expect(documents.map(({ text }) => text)).toEqual(['one', 'two']);
    expect(progress.message).toBe('Left out: 2 files that could not be read (archived.md, secret.md)');
  });

  test('refuses names that no address can hold, and files over the limit', async () => {
    const page = (key: string, size: number) =>
      `<ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>${key}</Key><Size>${size}</Size></Contents></ListBucketResult>`;
    const server = await open({ objects: {}, reply: () => ({ status: 200, body: page('a/../../secret.md', 1) }) });
    await expect(read(server)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    expect(server.fetched()).toEqual([]);
    const large = await open({ objects: {}, reply: () => ({ status: 200, body: page('big.csv', 2 * 1024 ** 3) }) });
    await expect(read(large)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE', details: { file: 'big.csv' } });
  });

  test('tries again when the server is busy', async () => {
    let isBusy = true;
    const server = await open({
      objects: { 'a.md': 'text' },
      reply: () => {
        if (!isBusy) return undefined;
        isBusy = false;
        return s3Error(503, 'SlowDown');
      },
    });
    expect(await sources(server)).toEqual(['s3://docs/a.md']);
  });

  test('stops in the middle of a download when it is aborted', async () => {
    const stop = new AbortController();
    const server = await open({
      objects: { 'a.md': 'text' },
      reply: ({ path }) => {
        if (!path.endsWith('/a.md')) return undefined;
        setImmediate(() => stop.abort());
        return { status: 200, headers: { 'content-length': '1000000' }, body: 'only the beginning' };
      },
    });
    await expect(read(server, {}, stop.signal)).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('tries the connection', async () => {
    const server = await open({ objects: { 'docs/a.md': 'x' }, keys });
    const check = (params: Record<string, unknown> = {}) =>
      s3Directory.checkConnection?.(parse(server, { ...secrets, ...params }), new AbortController().signal);
    const host = new URL(server.origin).host;
    expect(await check()).toBe(`${host} shows the bucket "docs", which has files.`);
    expect(await check({ prefix: 'none/' })).toBe(
      `${host} shows the bucket "docs", which has no files whose names begin with "none/".`,
    );
    await expect(check({ awsSecret: 'wrong' })).rejects.toMatchObject({ details: { param: 'awsSecret' } });
    expect(server.fetched()).toEqual([]);
  });
});
