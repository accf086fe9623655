import { Document, Packer, Paragraph, Table, TableCell, TableRow, TextRun } from 'docx';
import type { Passage } from '../../../shared/api/originals.ts';
import type { SourceDocument } from '../../../shared/api/vector.ts';
import { makeZip } from './office-fixtures.ts';
import { makeColumns, makePlacedScan, type PlacedPdf, wordsUnder } from './placed-pdfs.ts';
import { makePresentation } from './presentations.ts';
import { makeTable } from './workbooks.ts';

/** A passage of a file. */
export type Passaged = Pick<SourceDocument, 'pageContent' | 'metadata'>;
/** What a file is made of. */
export type Content = string | Uint8Array | PlacedPdf;

/** A sentence that is cited, and what of its original is marked. */
export interface Cited {
  readonly what: string;
  readonly name: string;
  readonly make: () => Content | Promise<Content>;
  readonly loader?: Readonly<Record<string, unknown>>;
  /** 400 unless given. */
  readonly chunkSize?: number;
  /** What is asked, so that the answer cites the sentence; without it the sentence is looked for in the passages. */
  readonly question?: string;
  readonly sentence: string;
  /** Of several passages with the sentence. */
  readonly isOf?: (passage: Passaged) => boolean;
  /** What of the original is marked: the words under the boxes, the text, or the cells of the row. */
  readonly marked: string;
}

const LEFT = [
  'The allotment club was founded in',
  '1954 by the widow of a gardener.',
  'Members water their plots before',
  'nine in the morning, since wet lea-',
  'ves burn at noon. Compost heaps are',
  'turned on the first Monday of each',
  'month. The tool shed is locked at',
  'dusk, and its key hangs behind the',
];
const RIGHT = [
  'green door of the kitchen. Visitors',
  'park beside the church. Bees are',
  'kept behind the hedge, where nobody',
  'walks without a veil. The pond was',
  'dug in 1987 and holds forty carp.',
  'The annual fee is thirty euros. It',
  'is paid by bank transfer until the',
  'last day of March, or the plot is',
];
const NEXT_LEFT = [
  'given to the next one on the list.',
  'Hedges may be cut in winter only,',
  'when no bird nests in them. The',
  'pond was dug in 1987 and holds',
  'forty carp. A heron comes for them',
  'nearly every morning in spring.',
];
const NEXT_RIGHT = [
  'The board meets on the last Friday',
  'of the month in the reading room.',
  'Dogs are led on a short leash, and',
  'cats are nobody’s business at all.',
  'Fires are lit in the iron basket',
  'only, never beneath the old trees.',
];
const rules = () =>
  makeColumns([
    [
      { left: 40, lines: LEFT },
      { left: 320, lines: RIGHT },
    ],
    [
      { left: 40, lines: NEXT_LEFT },
      { left: 320, lines: NEXT_RIGHT },
    ],
  ]);

const fees = () =>
  makeColumns([
    [
      { left: 40, lines: ['Fees of the garden club, from 2024 on', '', 'Plot', '12', '13', '14', '15'] },
      { left: 250, lines: ['', '', 'Member', 'Ruth Meier', 'Omar Haddad', 'Ada Stone', 'Li Wei'] },
      { left: 400, lines: ['', '', 'Fee', '30 euros', '45 euros', '30 euros', '60 euros'] },
    ],
  ]);

const SCANNED = [
  ['A BIRD WAITS HERE. IT IS COLD.'],
  ['A BIRD WAITS HERE. THE WATER', 'IS STILL HERE. A BIRD IS LATE.'],
];

const paragraph = (text: string) => new Paragraph({ children: [new TextRun(text)] });

async function makeContract(): Promise<Uint8Array> {
  const rows = [
    ['Item', 'Who pays', 'When'],
    ['Water', 'The tenant pays for cold water.', 'Monthly'],
    ['Heating', 'The landlord has the boiler serviced. The tenant pays for the gas.\nA meter counts it.', 'Yearly'],
    ['Lift', 'The tenant pays for the lift.', 'Monthly'],
  ];
  const table = new Table({
    rows: rows.map(
      (cells) =>
        new TableRow({ children: cells.map((cell) => new TableCell({ children: cell.split('\n').map(paragraph) })) }),
    ),
  });
  const children = [
    paragraph('The lease begins on 1 May 2024. It is concluded for three years. “Pets” are fish, birds and cats.'),
    paragraph('The deposit is two months’ rent. It is returned within six weeks of the keys being handed over.'),
    table,
    paragraph('Both sides have read this.'),
  ];
  return new Uint8Array(await Packer.toBuffer(new Document({ sections: [{ children }] })));
}

const STOCK = [
  ['Article', 'Shelf', 'Note'],
  ['Garden hose', 'A 4', 'Twenty metres long. It leaks at the tap.\nA new washer has been ordered.'],
  ['Watering can', 'B 2', 'Ten litres. The rose is missing.'],
  ['Spade', 'B 3', 'Sharpened in March.'],
];

const MAIL = `From: Ada <ada@example.org>
To: club@example.org
Subject: Open day
Date: Fri, 30 Jan 2026 10:00:00 +0000
Content-Type: multipart/mixed; boundary="b"

--b
Content-Type: text/plain; charset=utf-8

Dear all,

The open day is moved to the second Saturday
in June because of the repairs. The café opens at eleven.

> Who brings the
> tents and the long tables this year?

Ada
--b
Content-Type: text/markdown
Content-Disposition: attachment; filename="plan.md"

# Plan

The café opens at eleven. The band plays at three.
--b--
`;

const PAGE = `<html><head><title>Museum</title></head><body><main><h1>Visit</h1>
<p>The museum is <b>closed</b> on
<a href="x.html">Mondays</a> and on public&nbsp;holidays. The shop is open all week.</p>
<table><tr><th>Group</th><th>Price</th></tr><tr><td>Adults</td><td>12 euros</td></tr>
<tr><td>Children under six</td><td>free of charge</td></tr></table></main></body></html>`;

const slides = () =>
  makePresentation((presentation) => {
    for (const title of ['Spring', 'Autumn']) {
      const slide = presentation.addSlide();
      slide.addText(title, { x: 1, y: 0.5, w: 8, h: 1 });
      slide.addText(`Seeds for ${title.toLowerCase()} are in the shed.\nThe greenhouse is aired every day.`, {
        ...{ x: 1, y: 2, w: 8, h: 2 },
      });
    }
  });

const NOTES = `# Camp

Tents are **pitched** behind the [farm](farm.md), never on the meadow. The well has
drinking water.

| Day | Cook | Meal |
| --- | --- | --- |
| Friday | Ruth | Lentil soup |
| Saturday | Omar | Rice with beans |

Fires need the warden's permission.
`;

const CHINESE = `图书馆规定

读者凭借书证借书。每位读者一次最多可借五
本书，借期为三十天。逾期每天罚款一角。

阅览室周一至周五上午九点开放，
周末不开放。`;

const WRAPPED = `Report on the lighthouse

The lamp was changed from paraffin to elec-
tricity in 1931 after a long dispu-
te. The keeper's house stands empty. Its
roof was renewed last year.`;

const ZIP = () =>
  makeZip({
    'a/first.txt': 'This is the first hut. The key is under the stone. It has four beds.',
    'b/second.txt': 'This is the second hut. The key is under the stone. It has nine beds.',
  });

const ofFile = (file: string) => (passage: Passaged) => passage.metadata.file === file;

export const CITED: readonly Cited[] = [
  {
    what: 'PDF in two columns, a hyphen at a line end',
    name: 'rules.pdf',
    make: rules,
    question: 'When do members water their plots?',
    sentence: 'Members water their plots before nine in the morning, since wet leaves burn at noon.',
    marked: 'Members water their plots before nine in the morning, since wet lea- ves burn at noon.',
  },
  {
    what: 'PDF in two columns, from the left one to the right one',
    name: 'rules.pdf',
    make: rules,
    chunkSize: 1000,
    sentence: 'The tool shed is locked at dusk, and its key hangs behind the green door of the kitchen.',
    marked: 'The tool shed is locked at dusk, and its key hangs behind the green door of the kitchen.',
  },
  {
    what: 'PDF in two columns, a sentence that is on two pages: of the second',
    name: 'rules.pdf',
    make: rules,
    loader: { usage: 'perPage' },
    sentence: 'The pond was dug in 1987 and holds forty carp.',
    isOf: ({ pageContent }) => pageContent.includes('heron'),
    marked: 'The pond was dug in 1987 and holds forty carp.',
  },
  {
    what: 'PDF in two columns, from one page to the next',
    name: 'rules.pdf',
    make: rules,
    loader: { usage: 'perFile' },
    chunkSize: 1000,
    sentence:
      'It is paid by bank transfer until the last day of March, or the plot is given to the next one on the list.',
    marked:
      'It is paid by bank transfer until the last day of March, or the plot is given to the next one on the list.',
  },
  {
    what: 'PDF, a row of a table',
    name: 'fees.pdf',
    make: fees,
    question: 'What is the fee of Omar Haddad?',
    sentence: 'Plot: 13; Member: Omar Haddad; Fee: 45 euros',
    marked: '13 Omar Haddad 45 euros',
  },
  {
    what: 'scan, a sentence that is on two pages: of the second',
    name: 'scan.pdf',
    make: () => makePlacedScan(SCANNED),
    loader: { ocr: true, usage: 'perPage' },
    sentence: 'A BIRD WAITS HERE.',
    isOf: ({ pageContent }) => pageContent.includes('STILL'),
    marked: 'A BIRD WAITS HERE.',
  },
  {
    what: 'scan that is turned, read as one document, a sentence of two lines',
    name: 'turned.pdf',
    make: () => makePlacedScan(SCANNED, 90),
    loader: { ocr: true, usage: 'perFile' },
    sentence: 'THE WATER IS STILL HERE.',
    marked: 'THE WATER IS STILL HERE.',
  },
  {
    what: 'Word, a sentence of a paragraph',
    name: 'lease.docx',
    make: makeContract,
    question: 'When is the deposit returned?',
    sentence: 'The deposit is two months’ rent. It is returned within six weeks of the keys being handed over.',
    marked: 'The deposit is two months’ rent. It is returned within six weeks of the keys being handed over.',
  },
  {
    what: 'Word, a row of a table',
    name: 'lease.docx',
    make: makeContract,
    question: 'Who pays for the lift?',
    sentence: 'Item: Lift; Who pays: The tenant pays for the lift.; When: Monthly',
    marked: '| Lift | The tenant pays for the lift. | Monthly |',
  },
  {
    what: 'Word, a sentence in a cell of two paragraphs',
    name: 'lease.docx',
    make: makeContract,
    sentence: 'The tenant pays for the gas.',
    marked: 'The tenant pays for the gas.',
  },
  {
    what: 'Excel, a row',
    name: 'stock.xlsx',
    make: () => makeTable(STOCK),
    question: 'On which shelf is the spade?',
    sentence: 'Article: Spade; Shelf: B 3; Note: Sharpened in March.',
    marked: 'Spade | B 3 | Sharpened in March.',
  },
  {
    what: 'Excel, a sentence in a cell of two lines',
    name: 'stock.xlsx',
    make: () => makeTable(STOCK),
    sentence: 'It leaks at the tap.',
    marked: 'Garden hose | A 4 | Twenty metres long. It leaks at the tap.\nA new washer has been ordered.',
  },
  {
    what: 'Excel, a row above its table',
    name: 'stock.xlsx',
    make: () => makeTable([['Stock of the garden club'], ['Counted by Ruth on 3 March'], ...STOCK]),
    sentence: 'Counted by Ruth on 3 March',
    marked: 'Counted by Ruth on 3 March',
  },
  {
    what: 'CSV, a sentence in a cell with a line end',
    name: 'stock.csv',
    make: () => STOCK.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\r\n'),
    sentence: 'A new washer has been ordered.',
    marked: 'Garden hose | A 4 | Twenty metres long. It leaks at the tap.\nA new washer has been ordered.',
  },
  {
    what: 'mail, a sentence of two lines',
    name: 'open.eml',
    make: () => MAIL,
    question: 'To which day is the open day moved?',
    sentence: 'The open day is moved to the second Saturday in June because of the repairs.',
    marked: 'The open day is moved to the second Saturday\nin June because of the repairs.',
  },
  {
    what: 'mail, a sentence of its attachment that the mail has, too',
    name: 'open.eml',
    make: () => MAIL,
    sentence: 'The café opens at eleven.',
    isOf: ofFile('plan.md'),
    marked: 'The café opens at eleven.',
  },
  {
    what: 'web page, a sentence with links and a line end',
    name: 'museum.html',
    make: () => PAGE,
    question: 'When is the museum closed?',
    sentence: 'The museum is closed on Mondays and on public holidays.',
    marked: 'The museum is closed on Mondays and on public holidays.',
  },
  {
    what: 'web page, a row of a table',
    name: 'museum.html',
    make: () => PAGE,
    question: 'What is the price for children under six?',
    sentence: 'Children under six | free of charge',
    marked: 'Children under six | free of charge',
  },
  {
    what: 'slides, a sentence that is on two of them: of the second',
    name: 'seeds.pptx',
    make: slides,
    loader: { usage: 'perPage' },
    sentence: 'The greenhouse is aired every day.',
    isOf: ({ pageContent }) => pageContent.includes('Autumn'),
    marked: 'The greenhouse is aired every day.',
  },
  {
    what: 'Markdown, a sentence with emphasis and a link',
    name: 'camp.md',
    make: () => NOTES,
    question: 'Where are tents pitched?',
    sentence: 'Tents are pitched behind the farm, never on the meadow.',
    marked: 'Tents are **pitched** behind the [farm](farm.md), never on the meadow.',
  },
  {
    what: 'Markdown, a row of a table',
    name: 'camp.md',
    make: () => NOTES,
    question: 'What meal does Omar cook?',
    sentence: 'Day: Saturday; Cook: Omar; Meal: Rice with beans',
    marked: '| Saturday | Omar | Rice with beans |',
  },
  {
    what: 'Chinese, a line end within the sentence',
    name: 'library.txt',
    make: () => CHINESE,
    question: '每位读者最多可借几本书？',
    sentence: '每位读者一次最多可借五本书，借期为三十天。',
    marked: '每位读者一次最多可借五\n本书，借期为三十天。',
  },
  {
    what: 'text, hyphens at line ends',
    name: 'lighthouse.txt',
    make: () => WRAPPED,
    question: 'When was the lamp changed to electricity?',
    sentence: 'The lamp was changed from paraffin to electricity in 1931 after a long dispute.',
    marked: 'The lamp was changed from paraffin to elec-\ntricity in 1931 after a long dispu-\nte.',
  },
  {
    what: 'archive, a sentence that two of its files have: of the second',
    name: 'huts.zip',
    make: ZIP,
    sentence: 'The key is under the stone.',
    isOf: ofFile('b/second.txt'),
    marked: 'The key is under the stone.',
  },
];

/** As it is uploaded. */
export function bytesOf(content: Content): string | Uint8Array {
  return typeof content === 'object' && 'words' in content ? content.content : content;
}

/** What of an original is marked, for reading. */
export function markedIn(passage: Passage, content: Content): string {
  if (passage.kind === 'text') {
    return passage.ranges.map(({ from, to }) => passage.text.slice(from, to)).join(' … ');
  }
  if (passage.kind === 'table') {
    const marked = passage.rows.filter(({ isMarked }) => isMarked);
    return marked.map(({ cells }) => cells.filter((cell) => cell !== '').join(' | ')).join(' … ');
  }
  if (typeof content !== 'object' || !('words' in content)) throw new Error('Nobody knows where its words are');
  return wordsUnder(passage, content);
}
