import { describe, expect, test } from 'vitest';
import { extractAnswer } from '../../../../electron/server/answers/extract-answer.ts';
import type { AnswerPassage } from '../../../../electron/server/core/answer.ts';

function passage(pageContent: string, relevance = 0.5): AnswerPassage {
  return { pageContent, metadata: {}, relevance };
}

function sentencesOf(question: string, ...contents: readonly string[]): readonly string[] {
  return extractAnswer(
    question,
    contents.map((content) => passage(content)),
  ).citations.map(({ sentence }) => sentence);
}

describe('an answer made of sentences', () => {
  test('has each with the number of its source, in the order of the answer, and its place', () => {
    const passages = [
      passage('Potatoes were sown.'),
      passage('The library is old. Books of the library may be kept for three weeks.'),
      passage('Books of the library that are red may be kept for three days.'),
    ];
    const { text, citations } = extractAnswer('How long may I keep books of the library?', passages);
    expect(citations.map(({ number, sourceIndex }) => [number, sourceIndex])).toEqual([
      [1, 1],
      [2, 2],
    ]);
    const [first] = citations;
    expect(text.split('\n')[0]).toBe('Books of the library may be kept for three weeks. [1]');
    expect(first).toMatchObject({ verdict: 'quoted', sentence: 'Books of the library may be kept for three weeks.' });
    expect(passages[1]?.pageContent.slice(first?.place?.start, first?.place?.end)).toBe(first?.sentence);
  });

  test('has at most three, none twice, and the numbers of one source alike', () => {
    const rooms = ['red', 'blue', 'green', 'white'].map((name) => `The ${name} room costs 20 euros.`).join(' ');
    const { citations } = extractAnswer('How much does a room cost?', [passage(rooms), passage(rooms)]);
    expect(citations).toHaveLength(3);
    expect(new Set(citations.map(({ sentence }) => sentence)).size).toBe(3);
    expect(new Set(citations.map(({ number }) => number))).toEqual(new Set([1]));
  });

  test.each([
    ['a time', 'When does the shop open?', 'The shop opens a window.', 'The shop opens at 9 am.'],
    ['a duration', 'Wie lange dauert die Prüfung?', 'Die Prüfung dauert an.', 'Die Prüfung dauert zwei Stunden.'],
    ['a price', 'Combien coûte le billet ?', 'Le billet est vert.', 'Le billet vaut 12 euros.'],
    ['a name', '¿Quién dirige el coro?', 'El coro canta en el parque.', 'El coro lo dirige Ana Ruiz.'],
    ['a time of day', 'When is the gate open?', 'The gate opens twice.', 'The gate is open from dawn to sunset.'],
    ['a temperature', 'Quelle est la température de la cave ?', 'La cave est humide.', 'La cave est à 12 degrés.'],
    ['a number', '会议室有多少张椅子？', '会议室的椅子是蓝色的。', '会议室里有三十张椅子。'],
    ['a day', '会議はいつですか？', '会議は長いです。', '会議は金曜日です。'],
    ['a date', 'متى يبدأ المعرض؟', 'يبدأ المعرض بكلمة.', 'يبدأ المعرض في 3 مايو.'],
  ])('has %s where that is asked for', (_what, question, other, right) => {
    expect(sentencesOf(question, `${other}\n\n${right}`)[0]).toBe(right);
    expect(sentencesOf(question, other)).toEqual([]);
  });

  test('is no heading and no question, but what follows them', () => {
    const content = '# Fees for lost cards\n\nYou pay 4 pounds.\n\nHow long is a card valid?\nFor two years.';
    expect(sentencesOf('What does a lost card cost?', content)[0]).toBe('You pay 4 pounds.');
    expect(sentencesOf('How long is a card valid?', content)[0]).toBe('For two years.');
  });

  test('has the items of a list with the line before them', () => {
    const content = 'For the card you need:\n\n- a passport\n- a photo\n\nThe office is closed.';
    expect(sentencesOf('What do I need for the card?', content)[0]).toBe('For the card you need: a passport; a photo');
    expect(sentencesOf('Is a photo needed for the card?', content)[0]).toContain('a photo');
  });

  test('has a row of a table with the names of its columns', () => {
    const content = '| Ticket | Price |\n| --- | --- |\n| Adults | 12 € |\n| Children | 5 € |';
    const { citations } = extractAnswer('What is the price for children?', [passage(content)]);
    expect(citations[0]).toMatchObject({ sentence: 'Ticket: Children; Price: 5 €', verdict: 'similar' });
    expect(content.slice(citations[0]?.place?.start, citations[0]?.place?.end)).toContain('| Children | 5 € |');
  });

  test('has a row whole, without its empty cells', () => {
    const content =
      '| Room | Seats | Note |\n| --- | --- | --- |\n| Hall |  | Large.<br>It has a stage. |\n| Attic | 8 | |';
    const [sentence] = sentencesOf('What is the note on the hall with a stage?', content);
    expect(sentence).toBe('Room: Hall; Note: Large. It has a stage.');
    expect(sentencesOf('How many seats has the attic?', content)[0]).toBe('Room: Attic; Seats: 8');
  });

  test('has the sentence before one that speaks of it', () => {
    const content = 'The boiler is in the cellar. It is cleaned every two years.';
    expect(sentencesOf('How often is the boiler cleaned?', content)[0]).toBe(content);
  });

  test('has nothing that would be taken for a citation, a mark of Markdown or a broken line', () => {
    const content = 'The **museum** was foun-\nded in 1958 by a [club](https://a.example).';
    expect(sentencesOf('When was the museum founded?', content)).toEqual(['The museum was founded in 1958 by a club.']);
  });

  test.each([
    ['When was the museum founded?', 'The museum was founded in 1958 [3].', 'The museum was founded in 1958 ［3］.'],
    [
      'When was the museum founded?',
      'The museum was founded in 1958.[1, 2]',
      'The museum was founded in 1958.［1, 2］',
    ],
    [
      'Where does the pump keep its state?',
      'The pump keeps its state in `a[7]`.',
      'The pump keeps its state in a［7］.',
    ],
    [
      'Who wrote the rules?',
      'The rules were written by Ada Flint [^1].',
      'The rules were written by Ada Flint ［^1］.',
    ],
    ['規則は誰が書きましたか？', '規則は田中さんが書きました【1】。', '規則は田中さんが書きました［1］。'],
  ])('keeps numbers in brackets, so that none is taken for a citation: %s', (question, content, sentence) => {
    const { text, citations } = extractAnswer(question, [passage(content)]);
    expect(text).toBe(`${sentence} [1]`);
    expect(citations).toMatchObject([{ verdict: 'quoted', sentence, place: { start: 0, end: content.length } }]);
  });

  test('has a part of a text without sentences', () => {
    const rows = Array.from({ length: 400 }, (_, at) => `part${at} costs ${at} euros`).join(' ');
    const [sentence = ''] = sentencesOf('How much does part250 cost?', rows);
    expect(sentence).toContain('part250 costs 250 euros');
    expect(sentence.length).toBeLessThanOrEqual(400);
  });
});

test.each([
  ['nothing is found', []],
  ['a passage is empty', ['']],
  ['no word is there', ['Potatoes were sown.']],
  ['a code is another one', ['Error E27: the pressure is too low.']],
])('is a refusal where %s', (_what, contents) => {
  const answer = extractAnswer(
    'What does error E45 mean?',
    contents.map((content) => passage(content)),
  );
  expect(answer).toEqual({ text: 'That is not in your documents.', citations: [] });
});

test('ten passages of 1,500 characters take less than 50 ms', () => {
  const text = 'The reading room has forty seats. Books may be kept for 3 weeks, films for 7 days. '.repeat(20);
  const passages = Array.from({ length: 10 }, (_, at) => passage(`Part ${at}. ${text}`.slice(0, 1500)));
  const times = Array.from({ length: 9 }, () => {
    const before = process.cpuUsage();
    extractAnswer('How long may I keep a book of the library?', passages);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  expect(times.toSorted((a, b) => a - b)[4]).toBeLessThan(50);
});

test.each([
  ['How long is the pier?', 'The pier is 90 m long.'],
  ['How many metres is the pier?', 'The pier is 90 m long.'],
  ['What is the length of the pier?', 'The pier is 90 m long.'],
  ['How long is the queue?', 'The queue is 3 hours long.'],
  ['How much does a ticket cost?', 'A ticket costs 45 kr.'],
  ['What does a ticket cost?', 'A ticket costs 45 kr.'],
  ['How much do pupils pay?', 'Pupils pay 20 talers.'],
  ['Was kostet der Wiederaufbau?', 'Der Wiederaufbau kostete 12.500 Mark.'],
])('a length and a price answer in whatever unit: %s', (question, sentence) => {
  const answer = extractAnswer(question, [{ pageContent: sentence, metadata: {}, relevance: 0.9 }]);
  expect(answer.text).toBe(`${sentence} [1]`);
});

test.each([
  ['Who has plot 4?', 'plot: 4; gardener: Maren Oduya; grows: beans'],
  ['What does Yusuf Leclair grow?', 'plot: 5; gardener: Yusuf Leclair; grows: leeks'],
])('the row of a table answers as a whole: %s', (question, sentence) => {
  const rows = [
    ['4', 'Maren Oduya', 'beans'],
    ['5', 'Yusuf Leclair', 'leeks'],
  ];
  const passages = rows.map(([plot, gardener, grows]) => ({
    pageContent: `plot: ${plot}\ngardener: ${gardener}\ngrows: ${grows}`,
    metadata: {},
    relevance: 0.7,
  }));
  expect(extractAnswer(question, passages).citations[0]?.sentence).toBe(sentence);
});
