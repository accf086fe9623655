import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEFAULTS, SettingsSchema } from '../../../electron/server/config.ts';

const page = readFileSync(new URL('../../../docs/settings.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^\| `(\w+)` \| `(.+?)` \|/gm)].map(([, name, value = '']) => [name, JSON.parse(value)]);

test('docs/settings.md names every setting with its default, and no other', () => {
  expect(rows.map(([name]) => name).sort()).toEqual(Object.keys(SettingsSchema.shape).sort());
  expect(Object.fromEntries(rows)).toEqual(DEFAULTS);
});
