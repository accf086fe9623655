import { afterEach, describe, expect, test } from 'vitest';
import { github } from '../../../../../electron/server/nodes/documentloaders/github.ts';
import type { OriginDocumentLoader } from '../../../../../electron/server/nodes/kinds.ts';
import {
  checkRepository,
  type RepositoryOptions,
  readRepository,
} from '../../../../../electron/server/sources/github/read-repository.ts';
import { webParts } from '../../../../../electron/server/web/web-parts.ts';
import { github as definition } from '../../../../../shared/nodes/documentloaders/github.ts';
import { type FakeGithub, type FakeGithubOptions, openFakeGithub } from '../../../../helpers/fake-github.ts';
import { makeLoadFolders } from '../../../../helpers/load-folders.ts';
import { makePdf } from '../../../../helpers/office-fixtures.ts';
import { readOrigin } from '../../../../helpers/origin-context.ts';

const folders = makeLoadFolders();
let servers: FakeGithub[] = [];

afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  servers = [];
});

async function open(options: FakeGithubOptions): Promise<FakeGithub> {
  const server = await openFakeGithub(options);
  servers.push(server);
  return server;
}

function paramsOf(server: FakeGithub, params: Record<string, unknown> = {}) {
  return definition.params.parse({
    repoLink: 'octo/docs',
    githubBaseUrl: server.origin,
    githubInstanceApi: server.origin,
    allowLocalNetwork: true,
    recursive: true,
    ...params,
  });
}

function read(server: FakeGithub, params: Record<string, unknown> = {}, signal?: AbortSignal) {
  return readOrigin(github, paramsOf(server, params), folders, signal);
}

const text = (label: string) => `# ${label}\n\nText of ${label} in ${crypto.randomUUID()}.`;

describe('github', () => {
  test('reads the files of the main branch, each by its kind, and says where it is from', async () => {
    const readme = text('readme');
    const server = await open({
      branch: 'trunk/1',
      files: {
        'README.md': readme,
        'docs/Über uns #1 😀.pdf': await makePdf(['page one', 'page two']),
        'docs/data.csv': 'a,b\n1,2\n',
        'docs/latest.link': 'data.csv',
        'logo.png': Buffer.from('89504e470d0a1a0a0000000d4948445200000000ff', 'hex'),
      },
    });
    const { documents, progress } = await read(server);
    const page = `${server.origin}/octo/docs`;
    const at = (path: string) => ({
      source: path,
      repository: page,
      branch: 'trunk/1',
      url: `${page}/blob/trunk/1/${path.split('/').map(encodeURIComponent).join('/')}`,
    });
    expect(documents).toMatchObject([
      { metadata: at('README.md') },
      { text: 'a: 1\nb: 2', metadata: { ...at('docs/data.csv'), line: 1 } },
      { text: 'page one', metadata: { ...at('docs/Über uns #1 😀.pdf'), loc: { pageNumber: 1 } } },
      { text: 'page two', metadata: at('docs/Über uns #1 😀.pdf') },
    ]);
    expect(documents[0]?.text).toContain(readme.split('\n').at(-1));
    expect(progress).toEqual({ done: 4, total: 4, message: 'Left out: 1 file without text that can be read' });
  });

  test('fetches only contents that it has not read before', async () => {
    const server = await open({ files: { 'a.md': text('a'), 'b.md': text('b'), 'c.md': text('c') } });
    const first = await read(server);
    expect(server.fetched()).toHaveLength(3);
    const second = await read(server);
    expect(server.fetched()).toHaveLength(3);
    expect(second.documents).toEqual(first.documents);
    server.change({ 'b.md': text('new b'), 'c.md': undefined, 'd.md': text('d') });
    const third = await read(server);
    expect(server.fetched()).toHaveLength(5);
    expect(third.opened).toEqual(['b.md', 'd.md']);
    expect(third.documents.map(({ metadata }) => metadata.source)).toEqual(['a.md', 'b.md', 'd.md']);
  });

  test('looks into subfolders only if told, and takes what the patterns mean', async () => {
    const names = ['a.md', 'b.txt', 'docs/c.md', 'docs/old/d.md', 'lib/e.md'];
    const server = await open({ files: Object.fromEntries(names.map((name) => [name, text(name)])) });
    const sources = async (params: Record<string, unknown>) =>
      (await read(server, params)).documents.map(({ metadata }) => metadata.source);
    expect(await sources({ recursive: '' })).toEqual(['a.md', 'b.txt']);
    expect(await sources({ include: '*.md', ignorePath: '["lib", "docs/old/**"]' })).toEqual(['a.md', 'docs/c.md']);
    expect(await sources({ repoLink: `${server.origin}/octo/docs/tree/main/docs` })).toEqual([
      'docs/c.md',
      'docs/old/d.md',
    ]);
    await expect(sources({ repoLink: `${server.origin}/octo/docs/tree/main/none` })).rejects.toMatchObject({
      code: 'INVALID_PARAM',
      message: expect.stringContaining('no folder "none"'),
    });
  });

  test('lists a repository folder by folder that is too large for one answer', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `d${index % 3}/e${index % 2}/f${index}.md`);
    const files = Object.fromEntries([...names, 'node_modules/x/y.md'].map((name) => [name, text(name)]));
    const server = await open({ files, maxEntries: 4 });
    const { documents } = await read(server, { ignorePath: ['node_modules'] });
    expect(documents.map(({ metadata }) => metadata.source)).toEqual([...names].sort());
    const excluded = server.requests.filter(({ path }) => path.includes('/git/trees/'));
    const everything = await open({ files, maxEntries: 4 });
    await read(everything);
    const all = everything.requests.filter(({ path }) => path.includes('/git/trees/'));
    expect(all.length).toBeGreaterThan(excluded.length);
    const flat = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`${index}.md`, text(`${index}`)]));
    await expect(read(await open({ files: flat, maxEntries: 4 }))).rejects.toMatchObject({ code: 'INVALID_PARAM' });
  });

  test('shows its key to the API, and to nobody else', async () => {
    const other = await open({ files: { 'a.md': text('a') } });
    const server = await open({
      files: { 'a.md': text('private') },
      token: 'ghp_secret',
      reply: ({ path }) =>
        path.includes('/git/blobs/')
          ? { status: 302, headers: { location: `${other.origin}/raw/o/r/c/a.md` } }
          : undefined,
    });
    const { documents } = await read(server, { accessToken: 'ghp_secret' });
    expect(documents).toHaveLength(1);
    expect(server.requests.every(({ headers }) => headers.authorization === 'Bearer ghp_secret')).toBe(true);
    expect(other.requests).toHaveLength(1);
    expect(other.requests[0]?.headers.authorization).toBeUndefined();
    await expect(read(server)).rejects.toMatchObject({
      code: 'INVALID_PARAM',
      message: expect.stringContaining('choose a credential if it is private'),
    });
    await expect(read(server, { accessToken: 'wrong' })).rejects.toMatchObject({
      code: 'INVALID_PARAM',
      message: expect.stringContaining('does not take the access token'),
    });
    await expect(read(server, { accessToken: 'ghp_secret', allowLocalNetwork: false })).rejects.toMatchObject({
      code: 'INVALID_PARAM',
      message: expect.stringContaining('without encryption'),
    });
  });

  test('names what is not there', async () => {
    const server = await open({ files: { 'a.md': 'a' } });
    await expect(read(server, { repoLink: 'octo/none' })).rejects.toMatchObject({
      code: 'INVALID_PARAM',
      message: expect.stringContaining('no repository octo/none'),
      details: { param: 'repoLink' },
    });
    await expect(read(server, { branch: 'none' })).rejects.toMatchObject({
      code: 'INVALID_PARAM',
      message: 'The repository octo/docs has no branch "none": check its name.',
      details: { param: 'branch' },
    });
    await expect(read(await open({ files: {} }))).rejects.toMatchObject({ code: 'NO_FILES' });
    await expect(read(server, { include: '*.pdf' })).rejects.toMatchObject({ code: 'NO_FILES' });
    const refused = { githubBaseUrl: server.origin, githubInstanceApi: server.origin, allowLocalNetwork: false };
    await expect(read(server, refused)).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
  });

  test('leaves out what lies in Git LFS', async () => {
    const note = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n';
    const server = await open({ files: { 'a.md': text('a'), 'big.csv': note } });
    const { documents, progress } = await read(server);
    expect(documents.map(({ metadata }) => metadata.source)).toEqual(['a.md']);
    expect(progress.message).toBe('Left out: 1 file without text that can be read');
  });

  test('stops in the middle when it is told to', async () => {
    const files = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${index}.md`, text(`${index}`)]));
    const server = await open({ files });
    const stop = new AbortController();
    const context = {
      signal: stop.signal,
      onProgress: (done: number) => {
        if (done === 3) stop.abort();
      },
      makeFolder: async () => (await import('node:fs/promises')).mkdtemp(`${folders.cache}-stop-`),
      cacheFolder: folders.cache,
    };
    const run = async () => {
      for await (const { text: pieces } of github.loadOrigin(paramsOf(server), context)) {
        if (typeof pieces !== 'string') for await (const _ of pieces);
      }
    };
    await expect(run()).rejects.toMatchObject({ name: 'AbortError' });
    expect(server.fetched().length).toBeLessThan(10);
  });
});

describe('the limits of GitHub', () => {
  /** Waits without waiting. */
  function loaderWith(server: FakeGithub, slept: number[], change: Partial<RepositoryOptions> = {}) {
    const parts = { ...webParts, sleep: async (ms: number) => void slept.push(ms) };
    const api = new URL(`${server.origin}/`);
    const options: RepositoryOptions = {
      address: { owner: 'octo', name: 'docs', folder: '', web: api, api, raw: undefined },
      branch: '',
      token: '',
      recursive: true,
      include: () => true,
      exclude: () => false,
      skipErrors: false,
      reading: { usage: 'perPage' },
      concurrency: 1,
      maxRetries: 2,
      allowLocalNetwork: true,
      ...change,
    };
    const loader: OriginDocumentLoader<undefined> = {
      loadOrigin: (_, context) => readRepository(options, context, parts),
      checkConnection: (_, signal) => checkRepository(options, signal, parts),
    };
    return loader;
  }

  /** Answers the n-th request for a content with a limit. */
  function limited(headers: Record<string, string>, times = 1, status = 403) {
    let left = times;
    return ({ path }: { path: string }) => {
      if (!path.includes('/git/blobs/') || left === 0) return undefined;
      left -= 1;
      return { status, headers, body: { message: 'API rate limit exceeded' } };
    };
  }

  const inSeconds = (seconds: number) => String(Math.floor(Date.now() / 1000) + seconds);

  test.each([
    ['a pause', { 'retry-after': '7' }, 403, 7000, 7000],
    ['the end of the hour', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': inSeconds(60) }, 403, 30_000, 62_000],
    ['no time', {}, 429, 60_000, 60_000],
    ['nothing but its words', {}, 403, 60_000, 60_000],
  ])('waits when it is told %s', async (_, headers, status, least, most) => {
    const slept: number[] = [];
    const server = await open({ files: { 'a.md': text('a') }, reply: limited(headers, 1, status) });
    const { documents } = await readOrigin(loaderWith(server, slept), undefined, folders);
    expect(documents).toHaveLength(1);
    expect(slept).toHaveLength(1);
    expect(slept[0]).toBeGreaterThanOrEqual(least);
    expect(slept[0]).toBeLessThanOrEqual(most);
  });

  test('says when to come back if that is too long, and goes on there', async () => {
    const slept: number[] = [];
    const reset = Math.floor(Date.now() / 1000) + 1800;
    let isLimited = true;
    const server = await open({
      files: { 'a.md': text('a'), 'b.md': text('b') },
      reply: ({ path }) => {
        if (!isLimited || !path.includes('/git/blobs/') || server.fetched().length < 2) return undefined;
        return { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) } };
      },
    });
    const loader = loaderWith(server, slept);
    const failure = await readOrigin(loader, undefined, folders).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'SERVICE_FAILED',
      message: expect.stringMatching(/no more requests for 3[01] minutes, until .*access token/),
    });
    const { details } = failure as { details: { retryAt: string } };
    expect(Math.abs(Date.parse(details.retryAt) / 1000 - reset)).toBeLessThan(5);
    expect(slept).toEqual([]);
    isLimited = false;
    const { opened } = await readOrigin(loader, undefined, folders);
    expect(opened).toEqual(['b.md']);
  });

  test('gives up after the tries that it is allowed', async () => {
    const slept: number[] = [];
    const server = await open({ files: { 'a.md': text('a') }, reply: limited({ 'retry-after': '1' }, 99) });
    const loader = loaderWith(server, slept, { maxRetries: 3, token: 'x' });
    await expect(readOrigin(loader, undefined, folders)).rejects.toMatchObject({
      code: 'SERVICE_FAILED',
      message: expect.not.stringContaining('access token'),
    });
    expect(slept).toEqual([1000, 1000, 1000]);
  });

  test('takes contents from where requests are not counted, as long as there is no key', async () => {
    const server = await open({ files: { 'a b/ü.md': text('a') } });
    const api = new URL(`${server.origin}/`);
    const address = { owner: 'octo', name: 'docs', folder: '', web: api, api, raw: new URL('raw/', api) };
    const { documents } = await readOrigin(loaderWith(server, [], { address }), undefined, folders);
    expect(documents.map(({ metadata }) => metadata.source)).toEqual(['a b/ü.md']);
    expect(server.fetched()).toEqual([expect.stringMatching(/^\/raw\/octo\/docs\/[0-9a-f]{40}\/a%20b\/%C3%BC\.md$/)]);
    const second = await open({ files: { 'a.md': text('b') } });
    const secondApi = new URL(`${second.origin}/`);
    const withKey = { ...address, web: secondApi, api: secondApi, raw: new URL('raw/', secondApi) };
    await readOrigin(loaderWith(second, [], { address: withKey, token: 'x' }), undefined, folders);
    expect(second.fetched()).toEqual([expect.stringContaining('/git/blobs/')]);
  });

  test('tries the connection', async () => {
    const server = await open({ files: { 'a.md': text('a') } });
    const check = (change: Partial<RepositoryOptions> = {}) =>
      loaderWith(server, [], change).checkConnection?.(undefined, new AbortController().signal);
    expect(await check()).toMatch(/^127\.0\.0\.1:\d+ shows octo\/docs, branch main \(at [0-9a-f]{7}\)\.$/);
    await expect(check({ branch: 'x' })).rejects.toMatchObject({ details: { param: 'branch' } });
    expect(server.fetched()).toEqual([]);
  });

  test('names a server that does not speak its language', async () => {
    const server = await open({ files: {}, reply: () => ({ status: 200, body: ['hello'] }) });
    await expect(readOrigin(loaderWith(server, []), undefined, folders)).rejects.toMatchObject({
      code: 'SERVICE_FAILED',
      message: expect.stringContaining('answers with something that GitHub does not say'),
    });
  });
});
