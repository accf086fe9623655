import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askAboutOthers } from '../../../../electron/main/server/ask-about-others.ts';
import { makeTemporaryFolder } from '../../../helpers/builders/temporary-folder.ts';

const { showMessageBox } = vi.hoisted(() => ({ showMessageBox: vi.fn() }));
vi.mock('electron', () => ({ BrowserWindow: { getAllWindows: () => [] }, dialog: { showMessageBox } }));

const TWO = ['anna', 'ben'];
let folder: ReturnType<typeof makeTemporaryFolder>;
beforeEach(() => {
  showMessageBox.mockReset();
  folder = makeTemporaryFolder();
});
afterEach(() => folder.remove());

const ask = (people: readonly string[]) => askAboutOthers(join(folder.path, 'new'), Promise.resolve(), people);
const file = () => join(folder.path, 'new', 'settings.json');

test.each([
  [0, true],
  [1, false],
])('the answer %i is requireLocalToken: %s, and is asked once', async (response, expected) => {
  showMessageBox.mockResolvedValue({ response });
  await ask(TWO);
  await ask(TWO);
  expect(showMessageBox).toHaveBeenCalledOnce();
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({ requireLocalToken: expected });
});

test('a question that is put off is asked again, and one person is asked nothing', async () => {
  showMessageBox.mockResolvedValue({ response: 2 });
  await ask(['anna']);
  expect(showMessageBox).not.toHaveBeenCalled();
  await ask(TWO);
  await ask(TWO);
  expect(showMessageBox).toHaveBeenCalledTimes(2);
  expect(existsSync(file())).toBe(false);
});
