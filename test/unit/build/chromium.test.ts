import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findChromium } from '../../../build/lib/chromium.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tributary-path-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

test('a Chromium in PATH is found, and one that can not be run is passed over', () => {
  writeFileSync(join(folder, 'chromium'), '', { mode: 0o600 });
  writeFileSync(join(folder, 'google-chrome'), '', { mode: 0o700 });
  const PATH = [join(folder, 'absent'), folder].join(delimiter);
  expect(findChromium({ PATH })).toBe(join(folder, 'google-chrome'));
});

test('the one that is named goes before PATH, and is never replaced by another', () => {
  writeFileSync(join(folder, 'chromium'), '', { mode: 0o700 });
  writeFileSync(join(folder, 'mine'), '', { mode: 0o700 });
  expect(findChromium({ PATH: folder, TRIBUTARY_TEST_BROWSER: join(folder, 'mine') })).toBe(join(folder, 'mine'));
  expect(findChromium({ PATH: folder, TRIBUTARY_TEST_BROWSER: join(folder, 'absent') })).toBeUndefined();
});
