import { PDFDocument, StandardFonts } from 'pdf-lib';
import { beforeAll, describe, expect, test } from 'vitest';
import { createSentenceCheck } from '../../electron/server/answers/check-sentence.ts';
import { type Passage, PassageSchema } from '../../shared/api/originals.ts';
import { fileLoader } from '../../shared/nodes/documentloaders/file-loader.ts';
import { bytesOf, CITED, type Cited, markedIn, type Passaged } from '../helpers/builders/cited-files.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { putEnglish } from '../helpers/builders/ocr-language.ts';
import { makeZip } from '../helpers/builders/office-fixtures.ts';
import { makeTable, makeWorkbook } from '../helpers/builders/workbooks.ts';
import { fields, setUpDocumentStoreSuite } from '../helpers/servers/document-store-suite.ts';

const suite = setUpDocumentStoreSuite({ dimensions: 8 });

beforeAll(() => putEnglish(`${suite.server.dataDir}/models/ocr`));

/** The passage that is cited, and the part of it. */
async function citationOf(
  id: string,
  { question, sentence, isOf }: Pick<Cited, 'question' | 'sentence' | 'isOf'>,
  added: readonly Passaged[],
) {
  if (question !== undefined) {
    const { citations, passages } = await suite.api.ask(id, { question });
    const citation = citations.find((one) => one.sentence === sentence);
    expect(citation?.sentence, JSON.stringify(citations)).toBe(sentence);
    const passage = passages[citation?.sourceIndex ?? -1];
    if (passage !== undefined) return { passage, part: citation?.place };
  }
  for (const passage of added.filter((one) => isOf?.(one) ?? true)) {
    const { place, verdict } = createSentenceCheck(passage.pageContent)(sentence);
    if (verdict === 'quoted') return { passage, part: place };
  }
  throw new Error(`No passage has it: ${JSON.stringify(added)}`);
}

async function open(id: string, source: string, { pageContent: text, metadata }: Passaged, part: unknown) {
  const answer = await suite.api.json('POST', `/originals/${id}/passage`, { source, text, metadata, part });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return PassageSchema.parse(answer.body);
}

async function newFlow({ loader: loaderInputs = {}, chunkSize = 400 }: Partial<Cited> = {}): Promise<string> {
  const flow = makeFlow({
    basepath: suite.fake.basepath,
    loader: fileLoader,
    loaderInputs,
    splitter: { chunkSize, chunkOverlap: 60 },
  });
  return (await suite.api.createFlow(flow)).id;
}

test.each(CITED)('$what: what is cited is marked in the original', async (cited) => {
  const content = await cited.make();
  const id = await newFlow(cited);
  const { addedDocs } = await suite.api.upsert(id, [{ name: cited.name, content: bytesOf(content) }]);
  const { passage, part } = await citationOf(id, cited, addedDocs);
  const original = await open(id, cited.name, passage, part);
  expect(markedIn(original, content)).toBe(cited.marked);
  expect(original.found).toBe('whole');
});

/** The sentence of the first passage that has it, in the original as it is now. */
async function openCited(id: string, source: string, sentence: string, added: readonly Passaged[]): Promise<Passage> {
  const { passage, part } = await citationOf(id, { sentence }, added);
  return open(id, source, passage, part);
}

describe('where the original was changed since', () => {
  const GATE = 'The gate is closed at nine.';
  const first = `The garden is open all year. ${GATE} Dogs are welcome in the garden.`;

  test.each([
    ['the sentence is marked that is still there', first.replace('all year', 'in summer'), 'whole', GATE],
    [
      'one with a word put into it is not',
      first.replace('is closed', 'is never closed'),
      'around',
      'The garden is open',
    ],
    ['nothing is marked where the passage is gone, even if the sentence is there', `Now it says: ${GATE}`, 'none', ''],
  ] as const)('%s, and that is said', async (_, second, found, marked) => {
    const id = await newFlow();
    const { addedDocs } = await suite.api.upsert(id, [{ name: 'garden.txt', content: first }]);
    expect(await openCited(id, 'garden.txt', GATE, addedDocs)).toMatchObject({ found: 'whole', isChanged: false });
    await suite.api.upsert(id, [{ name: 'garden.txt', content: second }]);
    const original = await openCited(id, 'garden.txt', GATE, addedDocs);
    expect(original).toMatchObject({ found, isChanged: true });
    if (found === 'whole') expect(markedIn(original, second)).toBe(marked);
    else expect(markedIn(original, second)).toContain(marked);
  });

  test('a row is marked where it is now, or not at all, and that is said', async () => {
    const rows = [
      ['name', 'colour'],
      ['North gate', 'green'],
      ['South gate', 'red'],
      ['West gate', 'blue'],
    ];
    const [head = [], north = [], ...others] = rows;
    const csvOf = (all: readonly (readonly string[])[]) => all.map((row) => row.join(',')).join('\n');
    for (const [name, make] of [
      ['gates.csv', csvOf],
      ['gates.xlsx', (all: string[][]) => makeTable(all)],
    ] as const) {
      const id = await newFlow();
      const { addedDocs } = await suite.api.upsert(id, [{ name, content: await make(rows) }]);
      const sentence = 'name: South gate; colour: red';
      expect(await openCited(id, name, sentence, addedDocs)).toMatchObject({ found: 'whole', isChanged: false });
      await suite.api.upsert(id, [{ name, content: await make([head, north, ['East gate', 'red'], ...others]) }]);
      const moved = await openCited(id, name, sentence, addedDocs);
      expect(moved).toMatchObject({ found: 'whole', isChanged: true });
      expect(markedIn(moved, '')).toBe('South gate | red');
      await suite.api.upsert(id, [{ name, content: await make([head, ['East gate', 'black'], ['Wall', 'grey']]) }]);
      const gone = await openCited(id, name, sentence, addedDocs);
      expect(gone).toMatchObject({ found: 'none', isChanged: true });
      expect(markedIn(gone, '')).toBe('');
    }
  });
});

describe('a sentence is not looked for in another document', () => {
  const KEY = 'The key is under the stone.';

  test('that of a file of an archive which is no longer in it', async () => {
    const hut = { 'a.txt': `This is the first hut. ${KEY}` };
    const id = await newFlow();
    const files = { ...hut, 'b.txt': `${KEY} It has nine beds.` };
    const { addedDocs } = await suite.api.upsert(id, [{ name: 'huts.zip', content: makeZip(files) }]);
    const second = addedDocs.filter(({ metadata }) => metadata.file === 'b.txt');
    expect(await openCited(id, 'huts.zip', KEY, second)).toMatchObject({ found: 'whole', isChanged: false });
    await suite.api.upsert(id, [{ name: 'huts.zip', content: makeZip(hut) }]);
    expect(await openCited(id, 'huts.zip', KEY, second)).toMatchObject({ found: 'none', isChanged: true, ranges: [] });
  });

  test('that of a file which is attached to a PDF', async () => {
    const pdf = await PDFDocument.create();
    const font = await pdf.embedFont(StandardFonts.Helvetica);
    pdf.addPage([600, 800]).drawText(`Rules of the hut. ${KEY}`, { x: 50, y: 700, size: 12, font });
    await pdf.attach(Buffer.from(`${KEY} It has nine beds.`), 'plan.txt');
    const id = await newFlow();
    const { addedDocs } = await suite.api.upsert(id, [{ name: 'hut.pdf', content: await pdf.save() }]);
    const [page, attached] = addedDocs;
    if (page === undefined || attached === undefined) throw new Error('A part was not read');
    expect(await openCited(id, 'hut.pdf', KEY, [page])).toMatchObject({ kind: 'pdf', found: 'whole' });
    const original = await openCited(id, 'hut.pdf', KEY, [attached]);
    if (original.kind !== 'text') throw new Error('Something else is shown');
    expect(original).toMatchObject({ found: 'whole', isChanged: false });
    const [range] = original.ranges;
    expect(original.text.slice(range?.from)).toBe(`${KEY} It has nine beds.`);
  });

  test('that of a file which another loader of the store has under the same name', async () => {
    const id = await suite.newStore();
    for (const beds of ['four', 'nine']) {
      await suite.stores.upsert(id, [{ name: 'hut.txt', content: `${KEY} It has ${beds} beds.` }], fields);
    }
    for (const beds of ['four', 'nine']) {
      const sentence = `It has ${beds} beds.`;
      const { passages } = await suite.api.ask(id, { question: `Which hut has ${beds} beds?` });
      const passage = passages.filter(({ pageContent }) => pageContent.includes(sentence));
      const original = await openCited(id, 'hut.txt', sentence, passage);
      expect(original).toMatchObject({ found: 'whole', isChanged: false });
      expect(markedIn(original, '')).toBe(sentence);
    }
  });
});

test('of two equal sentences of a passage the one is marked that is meant', async () => {
  const content = 'Ruth cooks. The soup is hot. Omar bakes. The soup is hot. Ada sings.';
  const id = await newFlow();
  const { addedDocs } = await suite.api.upsert(id, [{ name: 'camp.txt', content }]);
  const [passage] = addedDocs;
  if (passage === undefined) throw new Error('Nothing was added');
  for (const start of [content.indexOf('The soup'), content.lastIndexOf('The soup')]) {
    const original = await open(id, 'camp.txt', passage, { start, end: start + 'The soup is hot.'.length });
    expect(original).toMatchObject({ found: 'whole', ranges: [{ from: start }] });
  }
});

test('a comment of a workbook is marked as the row that it is on', async () => {
  const content = await makeWorkbook((workbook) => {
    const sheet = workbook.addWorksheet('Birds');
    sheet.addRows([
      ['name', 'seen'],
      ['Robin', 3],
      ['Wren', 5],
      ['Owl', 1],
    ]);
    sheet.getCell('A3').note = 'The wren nests in the shed.';
  });
  const id = await newFlow();
  const { addedDocs } = await suite.api.upsert(id, [{ name: 'birds.xlsx', content }]);
  const original = await openCited(id, 'birds.xlsx', 'The wren nests in the shed.', addedDocs);
  expect(original).toMatchObject({ found: 'whole', isChanged: false });
  expect(markedIn(original, content)).toBe('Wren | 5');
});
