import BetterSqlite3 from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { IdSet } from '../../../../../../electron/server/stores/local/search/id-set.ts';
import { gramSpellings, spellingsOf } from '../../../../../../electron/server/stores/local/search/keyword-query.ts';
import {
  createTermCache,
  makeKeywordTable,
} from '../../../../../../electron/server/stores/local/search/keyword-table.ts';
import { KeywordTail } from '../../../../../../electron/server/stores/local/search/keyword-tail.ts';
import { rankSources } from '../../../../../../electron/server/stores/local/search/rank-postings.ts';
import { readTail } from '../../../../../../electron/server/stores/local/search/read-tail.ts';
import { createTextCutter } from '../../../../../../electron/server/stores/local/search/words/cut-text.ts';
import { questionTerms } from '../../../../../../electron/server/stores/local/search/words/terms.ts';
import { cases } from '../../../../../helpers/builders/cases.ts';
import { idSetOf } from '../../../../../helpers/builders/id-set.ts';
import { makeKeywordFixture } from '../../../../../helpers/builders/keyword-fixture.ts';
import { uuidBytes } from '../../../../../helpers/builders/vector-corpus.ts';

describe('what the keyword index does not have yet', () => {
  let fixture: ReturnType<typeof makeKeywordFixture>;
  beforeEach(() => {
    fixture = makeKeywordFixture();
  });
  afterEach(() => fixture.remove());

  function searchAll(text: string, unfit?: IdSet): string[] {
    const request = { collectionId: fixture.collectionId, text, topK: 10, filter: undefined, unfit };
    const tail = fixture.index.openTail(request);
    while (fixture.index.readTail(fixture.collectionId, tail, 2));
    return fixture.textsOf(fixture.index.search(request, tail));
  }

  test('is found by stems and without accents, the better match first', () => {
    fixture.add(
      'The cat sleeps',
      'Running a marathon, runner after runner, runs',
      'A café in Paris',
      'They run home every day, whatever the weather',
      'ΟΔΟΣ Ёж',
    );
    expect(searchAll('runs')[0]).toBe('Running a marathon, runner after runner, runs');
    expect(searchAll('RUNNING')).toHaveLength(2);
    expect(searchAll('cafe')).toEqual(['A café in Paris']);
    expect(searchAll('cafe\u0301')).toEqual(['A café in Paris']);
    expect(searchAll('οδος')).toEqual(['ΟΔΟΣ Ёж']);
    expect(searchAll('ёж')).toEqual(['ΟΔΟΣ Ёж']);
    expect(searchAll('ru')).toEqual([]);
    expect(searchAll('')).toEqual([]);
  });

  test.each([
    ['打印机', 'zh'],
    ['墨盒在哪里', 'zh'],
    ['猫', 'ja, one letter'],
    ['プリンタ', 'ja'],
    ['ﾌﾟﾘﾝﾀ', 'ja, half-width'],
    ['문서', 'ko'],
    ['น้ำปลา', 'th'],
    ['ปล', 'th, a letter with a mark is another one'],
    ['договоре', 'ru'],
    ['договорів', 'uk'],
    ['كتاب', 'ar'],
    ['٣٤', 'ar, digits'],
    ['किताब', 'hi'],
    ['βιβλίο', 'el'],
    ['STRASSE', 'de'],
    ['Kaution', 'de, a part of a compound'],
    ['Kellerschlüsselbund', 'de, a compound of which a part is there'],
    ['availability', 'en'],
  ])('%s is found by tail and index alike (%s)', (text) => {
    const texts = [
      '请更换打印机的墨盒',
      '猫はプリンターの上に',
      '黒猫',
      '이 문서를 여세요',
      'ใส่น้ำปลา',
      'ปล้อง',
      'Текст договора',
      'Умови договору',
    ];
    fixture.add(
      ...texts,
      'قرأت الكتاب ٣٤',
      'लड़कियों की किताबें',
      'Τα βιβλίο μου',
      'Die Straße',
      'Die Mietkaution ist fällig',
      'Wo ist der Schlüssel',
      'It is available',
      'nothing of this',
    );
    const found = searchAll(text).toSorted();
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(4);
    fixture.catchUp();
    expect(searchAll(text).toSorted()).toEqual(found);
  });

  test.each(['𠮷', '野𠮷', '野', '𠮷野家', '𐐷'])(
    '%s is found as the index finds it, letters outside the BMP too',
    (text) => {
      fixture.add('𠮷', '野𠮷', '野', '𠮷野家', '𐐷', 'nothing of this', '𠮷 野');
      const found = searchAll(text).toSorted();
      expect(found).not.toEqual([]);
      fixture.catchUp();
      expect(found).toEqual(searchAll(text).toSorted());
    },
  );

  test('is found by the name of its file and by the headings above it, behind chunks with the words in them', () => {
    const chunk = (content: string, metadata: object) => ({
      id: uuidBytes(),
      content,
      metadata: JSON.stringify(metadata),
      chunkNo: 1,
      embeddingId: 1,
    });
    fixture.writes.upsert(fixture.collectionId, [
      chunk('Turn it off first', { source: 'printer manual.pdf' }),
      chunk('Press the button', { source: 'b.md', headers: { h1: 'Printers' } }),
      chunk('The printer is here', { source: 'c.md' }),
      ...['d', 'e', 'f', 'g'].map((name) => chunk('Nothing of this', { source: `${name}.md` })),
    ]);
    const found = searchAll('printer');
    expect(found).toHaveLength(3);
    expect(found[0]).toBe('The printer is here');
    expect(searchAll('manual')).toEqual(['Turn it off first']);
    fixture.catchUp();
    expect(searchAll('printer')).toEqual(found);
    expect(searchAll('manual')).toEqual(['Turn it off first']);
  });

  test('leaves out what does not fit, in what the index has and in what it does not have yet', () => {
    const ids = Uint32Array.from(
      fixture.add('cat one', 'cat two').concat(fixture.add('cat three')),
      (uuid) =>
        fixture.store.db.prepare<[Buffer], number>('SELECT id FROM chunk WHERE uuid = ?').pluck().get(uuid) ?? 0,
    );
    const unfit = idSetOf([ids[1] ?? 0, 4_000_000_000]);
    expect(searchAll('cat', unfit)).toEqual(['cat one', 'cat three']);
    fixture.catchUp();
    expect(searchAll('cat', unfit)).toEqual(['cat one', 'cat three']);
    fixture.add('cat four');
    expect(searchAll('cat', unfit)).toEqual(['cat one', 'cat three', 'cat four']);
  });

  test('is read up to the limit, and reports how much is left', async () => {
    fixture.add('cat one', 'cat two', 'cat three', 'cat four', 'cat five');
    const tail = fixture.index.openTail({ collectionId: fixture.collectionId, text: 'cat' });
    const limits = { rows: 3, sliceRows: 2, ms: 60_000 };
    await readTail(
      (rows) => fixture.index.readTail(fixture.collectionId, tail, rows),
      () => Promise.resolve(),
      limits,
    );
    expect({ read: tail.totals.chunks, left: fixture.index.countAfter(fixture.collectionId, tail.position) }).toEqual({
      read: 3,
      left: 2,
    });
  });

  test('is ranked together with the indexed chunks, as if all were indexed', () => {
    const texts = ['apple pie', 'apple apple tart', 'plum cake', 'an apple a day keeps them away', 'cherry', 'pear'];
    fixture.add(...texts.slice(0, 3));
    fixture.catchUp();
    fixture.add(...texts.slice(3), 'apple apple apple');
    const request = { collectionId: fixture.collectionId, text: 'apples', topK: 10, filter: undefined };
    const tail = fixture.index.openTail(request);
    while (fixture.index.readTail(fixture.collectionId, tail, 2));
    const joined = fixture.index.search(request, tail);
    expect(fixture.textsOf(joined).toSorted()).toEqual(
      [...texts.filter((text) => text.includes('apple')), 'apple apple apple'].toSorted(),
    );
    // Another question has the index take in two of them, and then the rest.
    fixture.index.catchUp(fixture.collectionId, 2);
    expect(fixture.index.search(request, tail)).toEqual(joined);
    fixture.catchUp();
    expect(fixture.index.search(request, tail)).toEqual(joined);
    expect(fixture.index.search(request)).toEqual(joined);
  });

  const LETTERS = [...'a derÉßsingЁкниговыйكتابوالة٣กา猫犬ガ한국 .-', 'กำ', 'นี่', 'ｶﾞ'];
  test('is ranked as the index does, whatever the texts and the question', () => {
    const keywords = new BetterSqlite3(':memory:');
    const cut = createTextCutter();
    // Beyond four times how often a piece is there is rounded.
    const text = fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 12 });
    let tables = 0;
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 5 }), text, fc.nat(5), (chunks, asked, indexed) => {
        const spellings = [...spellingsOf(questionTerms(asked)), ...gramSpellings(questionTerms(asked))];
        const texts = chunks.map(([content, title]) => cut({ content, metadata: JSON.stringify({ title }) }));
        const totals = { chunks: texts.length, terms: texts.reduce((sum, { length }) => sum + length, 0) };
        tables += 2;
        const whole = makeKeywordTable(keywords, tables, createTermCache());
        const part = makeKeywordTable(keywords, tables + 1, createTermCache());
        const tail = new KeywordTail(spellings, 0);
        for (const [index, one] of texts.entries()) {
          whole.insert(index + 1, one);
          if (index < indexed) part.insert(index + 1, one);
          else tail.take({ seq: index + 1, id: index + 1, text: one });
        }
        const wanted = { topK: 10, accepts: () => true };
        const expected = rankSources([whole], spellings, totals, wanted);
        expect(rankSources([part, tail], spellings, totals, wanted)).toEqual(expected);
      }),
      cases(100),
    );
    keywords.close();
  });

  test('of a collection that was dropped makes no table again', () => {
    fixture.writes.deleteByIds(fixture.collectionId, fixture.add('cat one'));
    fixture.index.forget(fixture.collectionId);
    expect(searchAll('cat')).toEqual([]);
    fixture.catchUp();
    while (fixture.index.scrub(fixture.collectionId));
    const tables = fixture.keywords.prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'keyword_%'").all();
    expect(tables).toEqual([]);
  });

  test('is not found when it was deleted, and the filter holds', () => {
    const [gone] = fixture.add('cat one', 'cat two', 'cat three');
    fixture.writes.deleteByIds(fixture.collectionId, gone === undefined ? [] : [gone]);
    expect(searchAll('cat').toSorted()).toEqual(['cat three', 'cat two']);
    const request = { collectionId: fixture.collectionId, text: 'cat', topK: 5, filter: { length: 9 } };
    const tail = fixture.index.openTail(request);
    while (fixture.index.readTail(fixture.collectionId, tail, 2));
    expect(fixture.index.search(request, tail)).toHaveLength(1);
  });
});
