import { afterEach, expect, test } from 'vitest';
import { locale, speak, t } from '../../../../shared/texts/t.ts';

const FILES = '{count, plural, one {# file} other {# files}}';

afterEach(() => speak('en', {}));

test('an English text is what stands in the code', () => {
  expect(t('Write {{question}} here')).toBe('Write {{question}} here');
  expect(t('Delete “{name}”?', { name: '{x}' })).toBe('Delete “{x}”?');
  expect([1, 2, 12_345].map((count) => t(FILES, { count }))).toEqual(['1 file', '2 files', '12,345 files']);
  expect(locale()).toBe('en-GB');
});

test('a language has its own words, plurals and numbers, and English where it lacks a text', () => {
  speak('de', { Undo: 'Rückgängig', [FILES]: '{count, plural, one {# Datei} other {# Dateien}}' });
  expect([t('Undo'), t('Redo')]).toEqual(['Rückgängig', 'Redo']);
  expect([1, 12_345].map((count) => t(FILES, { count }))).toEqual(['1 Datei', '12.345 Dateien']);
  expect(locale()).toBe('de-DE');
  speak('zh', { [FILES]: '{count, plural, other {# 个文件}}' });
  expect(t(FILES, { count: 1 })).toBe('1 个文件');
});

test('a tag is a letter in a plain text', () => {
  expect(t('<b>{name}</b>', { name: 'Bees' })).toBe('<b>Bees</b>');
});
