import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldText, pairsOf, runsOf, wordsOfRun } from '../../../../shared/text/words.ts';

function wordsOf(text: string): string[] {
  return [...runsOf(text)].flatMap(([run]) => wordsOfRun(run).map((word) => word.text));
}

describe('the words of a text', () => {
  test.each([
    [`Cat's cat, NAÏVE 3.5 "x"`, ['cat', 's', 'cat', 'naive', '3', '5', 'x']],
    ['ＡＢＣ １２３ ﬁnd x² ½', ['abc', '123', 'find', 'x2', '1', '2']],
    ['Straße Łódź Æsir smørrebrød', ['strasse', 'lodz', 'aesir', 'smorrebrod']],
    ['cafe\u0301 ΟΔΟΣ λόγος', ['cafe', 'οδοσ', 'λογοσ']],
    ['España, coração, Việt, ạ', ['espana', 'coracao', 'viet', 'a']],
    ['n\u0303, g\u0303 und x\u0323y', ['n', 'g', 'und', 'xy']],
    ['пʼять', ['пʼять']],
    ['Ёж й ї замо\u0301к', ['еж', 'й', 'ї', 'замок']],
    ['الكِتَابُ کتاب آب مدرسة ٣٤', ['الكتاب', 'كتاب', 'اب', 'مدرسه', '34']],
    ['كـِتـَاب', ['كتاب']],
    ['שָׁלוֹם', ['שלום']],
    ['हिंदी किताबें', ['हिंदी', 'किताबें']],
    ['Ver\u00adtrag می\u200cخواهم', ['vertrag', 'ميخواهم']],
    ['iPhoneを3台', ['iphone', 'を', '3', '台']],
    ['ｶﾞｲﾄﾞ', ['ガイド']],
    ['ไทย๑๒', ['ไทย', '12']],
    ['- … 。、', []],
  ])('%s', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  test('a letter of a script without spaces is its compatible form', () => {
    const letters = Array.from({ length: 0xd7a4 - 0x3041 }, (_, index) => String.fromCharCode(0x3041 + index));
    const unspaced = letters.filter((letter) =>
      /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(letter),
    );
    const own = unspaced.filter((letter) => /\p{L}/u.test(letter));
    expect(own.length).toBeGreaterThan(38_000);
    const wrong = own.filter((letter) => wordsOf(letter).join('|') !== letter.normalize('NFKC'));
    expect(wrong).toEqual([]);
  });

  test('folding is done after the first time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        const words = wordsOf(text);
        expect(wordsOf(words.join(' '))).toEqual(words);
      }),
      { examples: [['A\ufe71'], ['כ\ufcf2']] },
    );
  });

  test('a folded text has the same words', () => {
    const letters = fc.constantFrom(...'aÉßЁйΣάשָבكِ٣กำ猫ガｶﾞ한 .-'.split(''));
    fc.assert(
      fc.property(fc.string({ unit: letters, maxLength: 30 }), (text) => {
        expect(wordsOf(foldText(text))).toEqual(wordsOf(text));
      }),
      { examples: [['Йﾞ\u05b8'], ['Й\u05b8']] },
    );
  });
});

test('a run without spaces is cut into pairs of letters, each with its marks', () => {
  expect(pairsOf('打印机')).toEqual(['打印', '印机']);
  expect(pairsOf('猫')).toEqual(['猫']);
  expect(pairsOf('นี่นั่น')).toEqual(['นี่นั่', 'นั่น']);
  expect(pairsOf('𠮷野家')).toEqual(['𠮷野', '野家']);
});
