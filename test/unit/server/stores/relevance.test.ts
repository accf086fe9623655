import { describe, expect, test } from 'vitest';
import { evidenceByWords, relevanceFor } from '../../../../electron/server/stores/relevance.ts';

const QUESTION = 'How long may I keep a book?';
const WEAK = 0.15;
const STRONG = 1;
const NOTHING = passage('Potatoes, beans.');

function passage(pageContent: string, metadata = {}) {
  return { pageContent, metadata };
}

describe('what the words of a passage say for it', () => {
  const shareOf = (question: string, ...found: Parameters<typeof passage>) =>
    evidenceByWords(question)(passage(...found)).share;

  test('is the share of the words of the question that it has in any form, long ones before short ones, without filler words', () => {
    expect(shareOf(QUESTION, 'You may keep books so long.')).toBe(1);
    expect(shareOf(QUESTION, 'The book')).toBeGreaterThan(0.2);
    expect(shareOf('heron in a mill', 'herons')).toBeGreaterThan(shareOf('heron in a mill', 'mills'));
    expect(shareOf(QUESTION, 'How was a?')).toBe(0);
    expect(shareOf('how was it', 'How it was')).toBe(1);
    expect(shareOf('？', 'How it was')).toBe(0);
  });

  test.each([
    ['a code with other signs', 'delivery of AB-1235', 'Delivery: AB 1235.'],
    ['a date in another notation', 'meeting on 5 March 2024', 'Meeting: 2024-03-05'],
    ['a number with its unit apart', '110V mains', 'The mains have 110 V.'],
    ['pairs of letters of a script without spaces', '図書館の本', '図書館の本を借りる'],
    ['a letter of such a script', '茶', '緑茶を飲む'],
  ])('sees %s', (_what, question, text) => {
    expect(shareOf(question, text)).toBe(1);
    expect(shareOf(question, NOTHING.pageContent)).toBe(0);
  });

  test('has a part of the parts of compounds, and of what names its place', () => {
    const compound = shareOf('Wann öffnet das Museum?', 'Das Stadtmuseum öffnet um neun.');
    expect(compound).toBe(1);
    const named = shareOf('heron', 'It nests here.', { source: 'birds/heron.md' });
    expect(named).toBeGreaterThan(0);
    expect(named).toBeLessThan(1);
  });

  test('has how many neighbours are near each other', () => {
    const nearOf = (text: string) => evidenceByWords('wild bees belfry')(passage(text)).near;
    expect(nearOf('Wild bees in the belfry.')).toBe(1);
    expect(nearOf('Wild bees: these have lived for many years in our old belfry.')).toBe(0.5);
    expect(nearOf('Bees')).toBe(0);
    expect(evidenceByWords('belfry')(passage('Our belfry.')).near).toBe(1);
  });
});

describe('the relevance of a passage', () => {
  test('is from 0 to 1, and grows with what speaks for it', () => {
    const relevanceOf = relevanceFor(QUESTION, WEAK);
    const texts = [NOTHING.pageContent, 'A book.', 'Keep a book.', 'How long one may keep a book.'];
    const byWords = texts.map((text) => relevanceOf(passage(text)));
    const byMeaning = [-1, 0, 0.5, 0.9, 1].map((similarity) => relevanceOf(NOTHING, similarity));
    for (const relevances of [byWords, byMeaning]) {
      expect(relevances).toEqual(relevances.toSorted((a, b) => a - b));
      expect(relevances.every((relevance) => relevance >= 0 && relevance <= 1)).toBe(true);
    }
    expect(byWords.at(0)).toBeLessThan(0.05);
    expect(byWords.at(-1)).toBeGreaterThan(0.9);
    expect(relevanceOf(passage(''))).toBeLessThan(0.05);
  });

  test('is less for a long passage, which has the words sooner', () => {
    const relevanceOf = relevanceFor(QUESTION, WEAK);
    const rest = ' Potatoes and beans were sown in the garden.'.repeat(30);
    expect(relevanceOf(passage(`Keep a book.${rest}`))).toBeLessThan(relevanceOf(passage('Keep a book.')));
  });

  test('is seldom sure by the meaning that the built-in model sees, and never less than by words', () => {
    const relevanceOf = relevanceFor(QUESTION, WEAK);
    const right = passage('How long one may keep a book.');
    expect(relevanceOf(passage('A book.'), 1)).toBeLessThan(0.25);
    expect(relevanceOf(right, 1)).toBe(relevanceOf(right));
    expect(relevanceOf(NOTHING, 0.9)).toBeGreaterThan(relevanceOf(NOTHING));
  });

  test('is less without any word of the question than with one, however similar the built-in model finds it, and however short or long it is', () => {
    const relevanceOf = relevanceFor('Why do I need to repeat withTypeProvider in nested plugins?', WEAK);
    const without = ['Beans', '`Content-Type` is an empty', 'Potatoes and beans. '.repeat(300)].map((text) =>
      [-1, 0.5, 0.8, 1].map((similarity) => relevanceOf(passage(text), similarity)),
    );
    const least = [undefined, -1, 0.3].map((similarity) =>
      relevanceOf(passage(`A plugin.${' Potatoes and beans.'.repeat(300)}`), similarity),
    );
    expect(Math.max(...without.flat())).toBeLessThan(Math.min(...least));
    for (const relevances of without) expect(relevances).toEqual([...new Set(relevances)].toSorted((a, b) => a - b));
    expect(relevanceFor('？', WEAK)(NOTHING, 0.9)).toBeGreaterThan(0);
  });

  test('is the similarity itself for models that were not measured', () => {
    const relevanceOf = relevanceFor(QUESTION, STRONG);
    expect([0.4, 1.2].map((similarity) => relevanceOf(NOTHING, similarity))).toEqual([0.4, 1]);
    expect(relevanceOf(NOTHING, -0.2)).toBe(relevanceOf(NOTHING));
  });
});
