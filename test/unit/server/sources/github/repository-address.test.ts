import { describe, expect, test } from 'vitest';
import { repositoryAddress } from '../../../../../electron/server/sources/github/repository-address.ts';

function address(repoLink: string, githubBaseUrl = '', githubInstanceApi = '') {
  const { web, api, raw, ...name } = repositoryAddress({ repoLink, githubBaseUrl, githubInstanceApi });
  return { ...name, web: web.href, api: api.href, raw: raw?.href };
}

describe('repositoryAddress', () => {
  test.each([
    'octo/docs',
    'https://github.com/octo/docs',
    'https://github.com/octo/docs/',
    'https://github.com/octo/docs.git',
    'https://www.github.com/octo/docs/issues?q=1#top',
    'github.com/octo/docs',
    'git@github.com:octo/docs.git',
    'ssh://git@github.com/octo/docs.git',
  ])('takes %s', (link) => {
    expect(address(link)).toEqual({
      owner: 'octo',
      name: 'docs',
      folder: '',
      web: 'https://github.com/',
      api: 'https://api.github.com/',
      raw: 'https://raw.githubusercontent.com/',
    });
  });

  test('takes branch and folder from the link', () => {
    expect(address('https://github.com/octo/docs/tree/v2')).toMatchObject({ branch: 'v2', folder: '' });
    expect(address('https://github.com/octo/docs/tree/fix%2F1/a%20b/c')).toMatchObject({
      branch: 'fix/1',
      folder: 'a b/c',
    });
  });

  test('finds the API of an own server', () => {
    const own = 'https://git.example.com';
    expect(address(`${own}/octo/docs`, own)).toMatchObject({ api: `${own}/api/v3/`, raw: undefined });
    expect(address(`${own}/octo/docs`, `${own}/`, 'https://api.github.com')).toMatchObject({ api: `${own}/api/v3/` });
    expect(address(`${own}/octo/docs`, own, 'https://api.example.com/x/')).toMatchObject({
      api: 'https://api.example.com/x/',
    });
    expect(address('octo/docs', 'https://github.com', 'https://api.github.com/')).toMatchObject({
      api: 'https://api.github.com/',
    });
  });

  test.each([
    '',
    'octo',
    'https://github.com/octo',
    'https://github.com/octo/..',
    'ftp://github.com/octo/docs',
    '../../x',
  ])('refuses %j', (link) => {
    expect(() => address(link)).toThrowError(expect.objectContaining({ code: 'INVALID_PARAM' }));
  });

  test('says what is missing for a repository of another server', () => {
    expect(() => address('https://git.example.com/octo/docs')).toThrowError(
      'is on git.example.com, and not on github.com',
    );
  });
});
