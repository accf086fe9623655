import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, test } from 'vitest';
import { nodeTexts, readTexts } from '../../../../build/texts/read-texts.ts';
import { readUnmarked } from '../../../../build/texts/read-unmarked.ts';
import { allNodeDefinitions } from '../../../../shared/nodes/registry.ts';
import { LANGUAGES } from '../../../../shared/texts/t.ts';

const root = join(import.meta.dirname, '../../../..');
const found = readTexts(root);
const plain = nodeTexts(allNodeDefinitions);
const withValues = new Set(found.filter(({ values }) => values !== undefined).map(({ text }) => text));

/** The names in braces and tags of a message, sorted. */
function namesIn(message: string): readonly string[] {
  const names = new Set<string>();
  const visit = (parts: ReturnType<IntlMessageFormat['getAst']>): void => {
    for (const part of parts) {
      if ('options' in part && part.options !== undefined) {
        for (const option of Object.values(part.options)) visit(option.value);
      }
      if ('children' in part) visit(part.children);
      // A literal and the # of a plural have no name.
      if (part.type !== 0 && part.type !== 7 && 'value' in part) names.add(part.value);
    }
  };
  visit(new IntlMessageFormat(message, 'en-GB').getAst());
  return [...names].toSorted();
}

test('each text is given the values that it names', () => {
  const wrong = found
    .filter(({ text, values }) => Array.isArray(values) && namesIn(text).join() !== values.toSorted().join())
    .map(({ text, place }) => `${place} ${text}`);
  expect(wrong).toEqual([]);
});

test('the window has no words beside its catalogue', () => {
  expect(readUnmarked(root)).toEqual([]);
});

describe.each(LANGUAGES.filter((language) => language !== 'en'))('%s', (language) => {
  const catalogue: Record<string, string> = JSON.parse(
    readFileSync(join(root, 'shared/texts', `${language}.json`), 'utf8'),
  );

  test('has every text that the window shows, and no other', () => {
    const shown = new Set([...found.map(({ text }) => text), ...plain]);
    expect([...shown].filter((text) => (catalogue[text] ?? '').trim() === '')).toEqual([]);
    expect(Object.keys(catalogue).filter((text) => !shown.has(text))).toEqual([]);
  });

  test('has the values of each text, and a plural where that has one', () => {
    const wrong = [...withValues].filter((text) => {
      const translated = catalogue[text];
      return translated !== undefined && namesIn(translated).join() !== namesIn(text).join();
    });
    expect(wrong).toEqual([]);
  });
});
