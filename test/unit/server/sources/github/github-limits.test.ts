import { describe, expect, test } from 'vitest';
import type { OriginContext } from '../../../../../electron/server/core/document-loader.ts';
import {
  checkRepository,
  type RepositoryOptions,
  readRepository,
} from '../../../../../electron/server/sources/github/read-repository.ts';
import { webParts } from '../../../../../electron/server/sources/web-parts.ts';
import { makeLoadFolders } from '../../../../helpers/builders/load-folders.ts';
import { readOrigin } from '../../../../helpers/builders/origin-context.ts';
import type { FakeGithub } from '../../../../helpers/fakes/fake-github.ts';
import { freshText, makeGithubServers } from '../../../../helpers/fakes/github-servers.ts';

const folders = makeLoadFolders();
const open = makeGithubServers();

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
    return {
      open: () => ({ loadOrigin: (context: OriginContext) => readRepository(options, context, parts) }),
      checkConnection: (signal: AbortSignal) => checkRepository(options, signal, parts),
    };
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
    const server = await open({ files: { 'a.md': freshText('a') }, reply: limited(headers, 1, status) });
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
      files: { 'a.md': freshText('a'), 'b.md': freshText('b') },
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
    const server = await open({ files: { 'a.md': freshText('a') }, reply: limited({ 'retry-after': '1' }, 99) });
    const loader = loaderWith(server, slept, { maxRetries: 3, token: 'x' });
    await expect(readOrigin(loader, undefined, folders)).rejects.toMatchObject({
      code: 'SERVICE_FAILED',
      message: expect.not.stringContaining('access token'),
    });
    expect(slept).toEqual([1000, 1000, 1000]);
  });

  test('takes contents from where requests are not counted, as long as there is no key', async () => {
    const server = await open({ files: { 'a b/ü.md': freshText('a') } });
    const api = new URL(`${server.origin}/`);
    const address = { owner: 'octo', name: 'docs', folder: '', web: api, api, raw: new URL('raw/', api) };
    const { documents } = await readOrigin(loaderWith(server, [], { address }), undefined, folders);
    expect(documents.map(({ metadata }) => metadata.source)).toEqual(['a b/ü.md']);
    expect(server.fetched()).toEqual([expect.stringMatching(/^\/raw\/octo\/docs\/[0-9a-f]{40}\/a%20b\/%C3%BC\.md$/)]);
    const second = await open({ files: { 'a.md': freshText('b') } });
    const secondApi = new URL(`${second.origin}/`);
    const withKey = { ...address, web: secondApi, api: secondApi, raw: new URL('raw/', secondApi) };
    await readOrigin(loaderWith(second, [], { address: withKey, token: 'x' }), undefined, folders);
    expect(second.fetched()).toEqual([expect.stringContaining('/git/blobs/')]);
  });

  test('tries the connection', async () => {
    const server = await open({ files: { 'a.md': freshText('a') } });
    const check = (change: Partial<RepositoryOptions> = {}) =>
      loaderWith(server, [], change).checkConnection(new AbortController().signal);
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
