import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { askAboutOthers, describeOpenness } from '../../../../electron/server/common/open-to-others.ts';
import { makeTemporaryFolder } from '../../../helpers/builders/temporary-folder.ts';

const TWO = ['anna', 'ben'];
let folder: ReturnType<typeof makeTemporaryFolder>;
beforeEach(() => {
  folder = makeTemporaryFolder();
});
afterEach(() => folder.remove());

const settingsFile = () => join(folder.path, 'settings.json');
const readSettings = (): unknown => JSON.parse(readFileSync(settingsFile(), 'utf8'));
const terminal = (isTTY: boolean) => {
  const [input, output] = [Object.assign(new PassThrough(), { isTTY }), Object.assign(new PassThrough(), { isTTY })];
  return { input, output, shown: () => String(output.read() ?? '') };
};

describe('askAboutOthers', () => {
  test.each([
    ['y', false],
    ['yes', false],
    ['', true],
    ['n', true],
    ['what?', true],
  ])('the answer "%s" is requireLocalToken: %s', async (answer, expected) => {
    writeFileSync(settingsFile(), '{"port": 3001}');
    const { input, output, shown } = terminal(true);
    input.write(`${answer}\n`);
    await askAboutOthers(folder.path, { input, output }, TWO);
    expect(shown()).toContain('2 people can log in');
    expect(readSettings()).toEqual({ port: 3001, requireLocalToken: expected });
  });

  test('a terminal that ends, none, one person, a folder in use, and a setting that is there: nothing is written', async () => {
    const ended = terminal(true);
    ended.input.end();
    await askAboutOthers(folder.path, ended, TWO);
    for (const [isTTY, people] of [
      [false, TWO],
      [true, ['anna']],
    ] as const) {
      const asked = terminal(isTTY);
      await askAboutOthers(folder.path, asked, people);
      expect(asked.shown()).toBe('');
    }
    expect(existsSync(settingsFile())).toBe(false);
    writeFileSync(join(folder.path, 'tributary.db'), '');
    const second = terminal(true);
    await askAboutOthers(folder.path, second, TWO);
    expect([second.shown(), existsSync(settingsFile())]).toEqual(['', false]);
  });
});

test('describeOpenness says so where several people can log in and nobody has answered', () => {
  expect(describeOpenness(folder.path, TWO)).toContain('requireLocalToken');
  expect(describeOpenness(folder.path, ['anna'])).toBeUndefined();
  writeFileSync(settingsFile(), '{"requireLocalToken": false}');
  expect(describeOpenness(folder.path, TWO)).toBeUndefined();
});
