import { describe, expect, test } from 'vitest';
import { github } from '../../../../../electron/server/nodes/documentloaders/github.ts';
import { github as definition } from '../../../../../shared/nodes/documentloaders/github.ts';
import { makeLoadFolders } from '../../../../helpers/builders/load-folders.ts';
import { makePdf } from '../../../../helpers/builders/office-fixtures.ts';
import { openOrigin, readOrigin } from '../../../../helpers/builders/origin-context.ts';
import type { FakeGithub } from '../../../../helpers/fakes/fake-github.ts';
import { freshText, makeGithubServers } from '../../../../helpers/fakes/github-servers.ts';

const folders = makeLoadFolders();
const open = makeGithubServers();

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

describe('github', () => {
  test('reads the files of the main branch, each by its kind, and says where it is from', async () => {
    const readme = freshText('readme');
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
    expect(progress).toEqual({
      done: 4,
      total: 4,
      message: 'Left out: 1 file without text that can be read (a picture: logo.png)',
    });
  });

  test('fetches only contents that it has not read before', async () => {
    const server = await open({ files: { 'a.md': freshText('a'), 'b.md': freshText('b'), 'c.md': freshText('c') } });
    const first = await read(server);
    expect(server.fetched()).toHaveLength(3);
    const second = await read(server);
    expect(server.fetched()).toHaveLength(3);
    expect(second.documents).toEqual(first.documents);
    server.change({ 'b.md': freshText('new b'), 'c.md': undefined, 'd.md': freshText('d') });
    const third = await read(server);
    expect(server.fetched()).toHaveLength(5);
    expect(third.opened).toEqual(['b.md', 'd.md']);
    expect(third.documents.map(({ metadata }) => metadata.source)).toEqual(['a.md', 'b.md', 'd.md']);
  });

  test('looks into subfolders only if told, and takes what the patterns mean', async () => {
    const names = ['a.md', 'b.txt', 'docs/c.md', 'docs/old/d.md', 'lib/e.md'];
    const server = await open({ files: Object.fromEntries(names.map((name) => [name, freshText(name)])) });
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
    const files = Object.fromEntries([...names, 'node_modules/x/y.md'].map((name) => [name, freshText(name)]));
    const server = await open({ files, maxEntries: 4 });
    const { documents } = await read(server, { ignorePath: ['node_modules'] });
    expect(documents.map(({ metadata }) => metadata.source)).toEqual([...names].sort());
    const excluded = server.requests.filter(({ path }) => path.includes('/git/trees/'));
    const everything = await open({ files, maxEntries: 4 });
    await read(everything);
    const all = everything.requests.filter(({ path }) => path.includes('/git/trees/'));
    expect(all.length).toBeGreaterThan(excluded.length);
    const flat = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`${index}.md`, freshText(`${index}`)]));
    await expect(read(await open({ files: flat, maxEntries: 4 }))).rejects.toMatchObject({ code: 'INVALID_PARAM' });
  });

  test('shows its key to the API, and to nobody else', async () => {
    const other = await open({ files: { 'a.md': freshText('a') } });
    const server = await open({
      files: { 'a.md': freshText('private') },
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
    const server = await open({ files: { 'a.md': freshText('a'), 'big.csv': note } });
    const { documents, progress } = await read(server);
    expect(documents.map(({ metadata }) => metadata.source)).toEqual(['a.md']);
    expect(progress.message).toBe('Left out: 1 file without text that can be read (in Git LFS: big.csv)');
  });

  test('stops in the middle when it is told to', async () => {
    const files = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${index}.md`, freshText(`${index}`)]));
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
      for await (const { text: pieces } of openOrigin(github, paramsOf(server)).loadOrigin(context)) {
        if (typeof pieces !== 'string') for await (const _ of pieces);
      }
    };
    await expect(run()).rejects.toMatchObject({ name: 'AbortError' });
    expect(server.fetched().length).toBeLessThan(10);
  });
});
