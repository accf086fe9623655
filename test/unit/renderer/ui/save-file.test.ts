import { expect, test } from 'vitest';
import { fileNameFor, safeFileName } from '../../../../renderer/ui/save-file.ts';
import { SavedContentSchema } from '../../../../shared/ipc/dialogs.ts';
import { PAGE_ORIGIN } from '../../../../shared/ipc/page-origin.ts';

const canBeSaved = (name: string) =>
  SavedContentSchema.safeParse({ name, address: `blob:${PAGE_ORIGIN}/1` }).success && Buffer.byteLength(name) <= 255;

test.each([
  ['Bees', 'tributary.json', 'Bees.tributary.json'],
  ['../../etc: "x"', 'json', '..-..-etc- -x-.json'],
  ['', 'json', 'Unnamed.json'],
  ['..', 'json', 'Unnamed.json'],
  ['蜂'.repeat(1000), 'tributary.json', `${'蜂'.repeat(73)}.tributary.json`],
])('the flow %s is saved with the extension %s as %s', (name, extension, file) => {
  expect(fileNameFor(name, extension)).toBe(file);
  expect(canBeSaved(file)).toBe(true);
});

test.each([
  ['report.pdf', 'report.pdf'],
  ['https://example.org/a/b.html', 'https-example.org-a-b.html'],
  ['notes', 'notes'],
  ['.env', '.env'],
  ['..', 'Unnamed'],
  [`${'a'.repeat(300)}.pdf`, `${'a'.repeat(220)}.pdf`],
])('a file with the name %s is saved as %s', (name, file) => {
  expect(safeFileName(name)).toBe(file);
  expect(canBeSaved(file)).toBe(true);
});

test.each(['../a.json', 'a/b', 'a\\b', '..', '', 'a'.repeat(256)])('%j is not taken as the name of a file', (name) =>
  expect(canBeSaved(name)).toBe(false),
);
