import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeKeywordFixture } from '../../../../../helpers/builders/keyword-fixture.ts';

/** Each question finds the passage at this place first: taken in by the index, and before. */
type Finds = readonly (readonly [question: string, first: number])[];

const SIGNS = {
  passages: [
    'This driver was rewritten in C++ last year.',
    'This driver was rewritten in C# last year.',
    'This driver was rewritten in F# last year.',
    'This driver was rewritten in C last year.',
    'The .NET runtime came with it.',
    'The net was torn by a shark.',
    'Ask A* for the shortest path.',
  ],
  finds: [
    ['C++', 0],
    ['c#', 1],
    ['C♯', 1],
    ['driver in F#', 2],
    ['C', 3],
    ['.NET', 4],
    ['net', 5],
    ['A*', 6],
  ],
} as const;

const DATES = {
  passages: [
    'On 14 June 2023 the bridge was opened.',
    'On 2023-06-15 the bridge was painted.',
    'Am 16.06.2023 wurde die Brücke gesperrt.',
    'On June 17th, 2023 the bridge was busy.',
    '2023年6月18日、橋は閉鎖された。',
    'Мост был закрыт 19 июня 2023 года.',
    'El puente se cerró el 20 de junio de 2023.',
    'สะพานปิดเมื่อ 21 มิถุนายน 2566',
    'أغلق الجسر في ٢٢ يونيو ٢٠٢٣.',
    'पुल 23 जून 2023 को बंद हुआ।',
    'Le pont a été fermé le 07/06/2023 à cause du vent.',
    'The bridge was closed on 06/08/2023 because of the wind.',
    'The bridge was closed on 26/06/2023, and open on 09/06/2023.',
    'Köprü 24 Haziran 2023 günü kapandı.',
    '2023년 6월 25일에 다리가 닫혔다.',
  ],
  finds: [
    ['2023-06-14', 0],
    ['15 June 2023', 1],
    ['June 15, 2023', 1],
    ['6/16/2023', 2],
    ['2023-06-17', 3],
    ['18.06.2023', 4],
    ['19 June 2023', 5],
    ['2023/06/20', 6],
    ['20230621', 7],
    ['22. Juni 2023', 8],
    ['23 de junho de 2023', 9],
    ['7 June 2023', 10],
    ['8 June 2023', 11],
    ['9 June 2023', 12],
    ['24 июня 2023', 13],
    ['2023年6月25日', 14],
    ['令和5年6月14日', 0],
  ],
} as const;

const CODES = {
  passages: [
    'Replace the pump XK-4471 first.',
    'Replace the pump XK 4472 first.',
    'Replace the pump XK4473 first.',
    'Its number is 978-0-306-40615-7.',
    'The update fails with 0x8024402C again.',
    'The bill is over 7,310.46 in all.',
    'The bill is over 7 310,47 in all.',
    'The bill is over 7310.48 in all.',
    'It runs on 240V here.',
    'It runs on 120 V here.',
    'Its address is 00:1B:44:11:3A:B7 in the net.',
    'Send an e-mail to the office.',
  ],
  finds: [
    ['XK4471', 0],
    ['xk 4471', 0],
    ['XK-4472', 1],
    ['XK4472', 1],
    ['XK_4473', 2],
    ['9780306406157', 3],
    ['978 0 306 40615 7', 3],
    ['8024402C', 4],
    ['7310.46', 5],
    ['7.310,46', 5],
    ['7310,47', 6],
    ['7,310.48', 7],
    ['240 V', 8],
    ['120V', 9],
    ['001b44113ab7', 10],
    ['email', 11],
  ],
} as const;

const LETTERS = {
  passages: [
    'A vaccine for hepatitis B is a must for a nurse.',
    'A vaccine for hepatitis A is there for a nurse.',
    'A list of what a nurse has to know.',
    'Гепатит Б лечат здесь.',
    'Гепатит А лечат здесь.',
    'B型肝炎のワクチン',
    'A型肝炎のワクチン',
  ],
  finds: [
    ['hepatitis A', 1],
    ['hepatitis a vaccine', 1],
    ['hepatitis B', 0],
    ['гепатит А', 4],
    ['A型肝炎', 6],
  ],
} as const;

describe('the search by words finds', () => {
  let fixture: ReturnType<typeof makeKeywordFixture>;
  beforeEach(() => {
    fixture = makeKeywordFixture();
  });
  afterEach(() => fixture.remove());

  function firstOf(question: string): string | undefined {
    const request = { collectionId: fixture.collectionId, text: question, topK: 3, filter: undefined };
    const tail = fixture.index.openTail(request);
    while (fixture.index.readTail(fixture.collectionId, tail, 100));
    return fixture.textsOf(fixture.index.search(request, tail))[0];
  }

  test.each([
    ['words that differ in signs only', SIGNS],
    ['a date in its other notations', DATES],
    ['codes and numbers, whatever parts them', CODES],
    ['a single letter that tells a thing apart', LETTERS],
  ])('%s', (_kind, { passages, finds }: { readonly passages: readonly string[]; readonly finds: Finds }) => {
    fixture.add(...passages);
    const expected = finds.map(([question, first]) => [question, passages[first]]);
    expect(finds.map(([question]) => [question, firstOf(question)])).toEqual(expected);
    fixture.catchUp();
    expect(finds.map(([question]) => [question, firstOf(question)])).toEqual(expected);
  });

  test('what stands in quotation marks word by word, and nothing that is left out', () => {
    fixture.add('Late reports of load tests', 'The test load was late', 'The load test was late', 'Fees: the load');
    fixture.catchUp();
    const search = (question: string) => fixture.textsOf(fixture.search(question)).toSorted();
    expect(search('"load test"')).toEqual(['The load test was late']);
    expect(search('late „load test“ ?')).toEqual(['The load test was late']);
    expect(search('load -tests')).toEqual(['Fees: the load']);
    expect(search('load -"load test" -fee')).toEqual(['Late reports of load tests', 'The test load was late']);
    // No passage has it: then its words are looked for.
    expect(search('"test of load"').length).toBeGreaterThan(1);
  });
});
