import { describe, expect, test } from 'vitest';
import { gramsOfQuestion, gramsOfText } from '../../../../../../../electron/server/stores/local/search/words/grams.ts';
import { stemArabic, stemWord } from '../../../../../../../electron/server/stores/local/search/words/stem-word.ts';
import { questionTerms, termsOf } from '../../../../../../../electron/server/stores/local/search/words/terms.ts';

describe('stems', () => {
  test.each([
    ['en', ['running', 'runs'], 'run'],
    ['en', ['connection', 'connected', 'connecting'], 'connect'],
    ['ru', ['книгами', 'книга', 'книге'], 'книг'],
    ['uk', ['договорів', 'договором'], 'договор'],
    ['ar', ['الكتاب', 'والكتاب', 'كتاب', 'للكتاب'], 'كتاب'],
    ['ar', ['مدرسه', 'المدرسون', 'مدرسات'], 'مدرس'],
    ['hi', ['लड़कियों', 'लड़का'], 'लड़क'],
    ['el', ['ανθρωποσ', 'ανθρωποι'], 'ανθρωπ'],
  ])('%s: %j', (_language, words, stem) => {
    expect(words.map(stemWord)).toEqual(words.map(() => stem));
  });

  test('words with digits, of other scripts and too short ones stay', () => {
    expect(['b2bs', 'שלומות', 'as', 'وه'].map(stemWord)).toEqual(['b2bs', 'שלומות', 'as', 'وه']);
    expect(stemArabic('ال')).toBe('ال');
  });
});

describe('terms', () => {
  test('are stem and word, and the pieces of scripts without spaces', () => {
    expect(termsOf('Cafés 打印机')).toMatchObject([
      { stem: 'cafe', word: 'cafes' },
      { stem: '打印', word: undefined },
      { stem: '印机', word: undefined },
      { stem: '机', word: undefined },
    ]);
  });

  test('of a question are distinct; a letter alone begins a pair', () => {
    expect(questionTerms('run 猫 RUN 打印')).toMatchObject([
      { stem: 'run', word: 'run', isPrefix: false },
      { stem: '猫', word: undefined, isPrefix: true },
      { stem: '打印', word: undefined, isPrefix: false },
    ]);
  });

  test('letters that stand apart are joined, in texts and questions alike', () => {
    const stemsOf = (text: string) => termsOf(text).map(({ stem }) => stem);
    for (const [apart, joined] of [
      ['目\u3000录', '目录'],
      ['第 一 章 总则', '第一章 总则'],
      ['プ リ ン タ の', 'プリンタの'],
    ] as const) {
      expect(stemsOf(apart)).toEqual(stemsOf(joined));
      const asked = questionTerms(apart).map(({ stem }) => stem);
      expect(asked).toEqual(expect.arrayContaining(questionTerms(joined).map(({ stem }) => stem)));
    }
    expect(questionTerms('猫 狗')).toMatchObject([
      { stem: '猫狗', isPrefix: false },
      { stem: '猫', isPrefix: true },
      { stem: '狗', isPrefix: true },
    ]);
    // Words, not letters.
    for (const text of ['그 책 을', 'A B C', '打印 机', '中文 分词', '、 猫'])
      expect(stemsOf(text)).toEqual(text.split(' ').flatMap(stemsOf));
  });

  test('of a page of letters that stand apart have some of the letters alone', () => {
    const letters = Array.from({ length: 1500 }, (_, index) => String.fromCodePoint(0x4e00 + index));
    const terms = questionTerms(letters.join(' '));
    expect(terms.filter(({ isPrefix }) => isPrefix)).toHaveLength(16);
    expect(terms).toHaveLength(1499 + 16);
  });

  test('have pieces of four letters, in texts of other languages than English', () => {
    const gramsOf = (text: string) => [...gramsOfText(text, termsOf(text))];
    expect(gramsOf('Die Mietkaution ist fällig')).toEqual([
      'miet',
      'ietk',
      'etka',
      'tkau',
      'kaut',
      'auti',
      'utio',
      'tion',
      'fall',
      'alli',
      'llig',
    ]);
    const accented = 'Märchenhafte Gärten blühten früher';
    expect(gramsOf(accented)).toContain('gart');
    expect(gramsOf(accented.normalize('NFD'))).toEqual(gramsOf(accented));
    expect(gramsOf('The connection is closed, and a café is open there')).toEqual([]);
    expect(gramsOf('const connection = await open(database);')).toEqual([]);
    expect(gramsOfQuestion(questionTerms('What is the deposit?'))).toEqual([]);
    expect(gramsOfQuestion(questionTerms('Welche Kaution? 打印机'))).toEqual(['kaut', 'auti', 'utio', 'tion']);
  });

  test('beyond 64 letters are cut off', () => {
    expect(termsOf('y'.repeat(70))).toEqual(termsOf('y'.repeat(80)));
  });
});
