import { describe, expect, test } from 'vitest';
import { isOpenUnasked, peopleOf, withAnswer } from '../../../shared/people.ts';

const PASSWD = [
  'root:x:0:0:root:/root:/bin/bash',
  'postgres:x:105:110::/var/lib/postgresql:/bin/bash',
  'anna:x:1000:1000:Anna:/home/anna:/bin/zsh',
  'backup-only:x:1001:1001::/home/b:/usr/sbin/nologin',
  'off:x:1002:1002::/home/off:/bin/false',
  'no-shell:x:1003:1003::/home/n:',
  'nobody:x:65534:65534:nobody:/nonexistent:/bin/sh',
  'ben:x:1004:1004::/home/ben:/usr/bin/fish',
  '# a note',
  '',
].join('\n');

describe('peopleOf', () => {
  test('are accounts of people that have a login shell', () => {
    expect(peopleOf(PASSWD, ['ignored'])).toEqual(['anna', 'ben']);
    expect(peopleOf('', [])).toEqual([]);
  });

  test('are the owners of home folders where there is no such file', () => {
    const homes = ['Public', 'Default', 'Default User', 'All Users', 'Shared', '.localized', 'anna', 'Guest', 'Ben'];
    expect(peopleOf(undefined, homes)).toEqual(['anna', 'Ben']);
  });
});

describe('isOpenUnasked', () => {
  const two = ['anna', 'ben'];
  test.each([
    [undefined, two, true],
    ['{"port": 3001}', two, true],
    [undefined, ['anna'], false],
    ['{"requireLocalToken": false}', two, false],
    ['{"requireLocalToken": true}', two, false],
    ['{"requireApiKey": true}', two, false],
    ['{"requireApiKey": false}', two, true],
    ['{', two, false],
    ['[]', two, false],
  ])('settings %s, people %j: %s', (settings, people, expected) => {
    expect(isOpenUnasked(settings, people)).toBe(expected);
  });
});

test('withAnswer keeps the other settings', () => {
  expect(JSON.parse(withAnswer('{"port": 3001}', true))).toEqual({ port: 3001, requireLocalToken: true });
  expect(JSON.parse(withAnswer(undefined, false))).toEqual({ requireLocalToken: false });
});
