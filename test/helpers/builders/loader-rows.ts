import { makeEpub } from './book-fixtures.ts';
import { makeOdp, makeOds, makeOdt, odpSlide, odsSheet } from './odf-fixtures.ts';
import { makeDocx, makePdf, makeZip } from './office-fixtures.ts';
import { makeOutlookMail } from './outlook-mails.ts';
import { makePptx, makeXlsx } from './sheet-fixtures.ts';

/** A good file of a format, for tests that run every upload loader in the same way. */
export interface LoaderRow {
  /** Name of the node. */
  readonly loader: string;
  readonly extension: string;
  /** A file that contains {@link HERON}. */
  make(): Promise<string | Uint8Array>;
  /** For text formats: a file with exactly these words, which have no meaning in the format. */
  readonly write?: (words: string) => string;
  /** Whether any text is a valid file of this format. */
  readonly takesAnyText?: true;
}

/** A mail of Outlook's in TNEF, which has nothing but its text: level, id, length, text, and the sum of its bytes. */
function makePackedMail(body: string): Uint8Array {
  const text = Buffer.from(body, 'latin1');
  const head = Buffer.from('789f3e220100010c800200', 'hex');
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(2)];
  length.writeUInt32LE(text.length);
  sum.writeUInt16LE(text.reduce((total, byte) => (total + byte) & 0xff_ff, 0));
  return Buffer.concat([head, length, text, sum]);
}

/** A word that every good file contains. */
export const HERON = 'heron';

const SENTENCE = 'The heron stands in the reeds.';
const MAIL = `From: a@example.org\nSubject: Birds\n\n${SENTENCE}\n`;

function textRow(
  loader: string,
  extension: string,
  write: (words: string) => string,
  { takesAnyText }: Pick<LoaderRow, 'takesAnyText'> = {},
): LoaderRow {
  const row = { loader, extension, make: async () => write(SENTENCE), write };
  return takesAnyText === undefined ? row : { ...row, takesAnyText };
}

function binaryRows(extension: string, loader: string, make: () => Promise<Uint8Array>): readonly LoaderRow[] {
  return [loader, 'fileLoader'].map((name) => ({ loader: name, extension, make }));
}

const ANY_TEXT = { takesAnyText: true } as const;
const json = (words: string) => JSON.stringify({ bird: { note: words } });
const srt = (words: string) => `1\n00:00:01,000 --> 00:00:02,000\n${words}\n`;
const table = (words: string) => `bird,note\n1,"${words}"\n`;

/** Rows for every upload loader, and for every format that File Loader reads. */
export const loaderRows: readonly LoaderRow[] = [
  ...binaryRows('.pdf', 'pdfFile', () => makePdf([SENTENCE, 'Second page'])),
  ...binaryRows('.docx', 'docxFile', () => makeDocx([SENTENCE, 'Second paragraph'])),
  ...binaryRows('.xlsx', 'microsoftExcel', async () => makeXlsx()),
  ...binaryRows('.pptx', 'microsoftPowerpoint', async () => makePptx()),
  ...binaryRows('.epub', 'epubFile', async () => makeEpub([{ path: 'a.xhtml', page: `<p>${SENTENCE}</p>` }])),
  { loader: 'fileLoader', extension: '.odt', make: async () => makeOdt(`<text:p>${SENTENCE}</text:p>`) },
  { loader: 'fileLoader', extension: '.ods', make: async () => makeOds(odsSheet('Birds', [['note'], [SENTENCE]])) },
  { loader: 'fileLoader', extension: '.odp', make: async () => makeOdp(odpSlide([[SENTENCE]])) },
  { loader: 'fileLoader', extension: '.rtf', make: async () => `{\\rtf1\\ansi ${SENTENCE}\\par}` },
  { loader: 'fileLoader', extension: '.eml', make: async () => MAIL },
  {
    loader: 'fileLoader',
    extension: '.msg',
    make: async () => makeOutlookMail({ values: { subject: 'Birds', body: SENTENCE } }),
  },
  { loader: 'fileLoader', extension: '.tnef', make: async () => makePackedMail(SENTENCE) },
  ...['textFile', 'fileLoader'].flatMap((loader) => [
    textRow(loader, '.txt', (words) => `${words}\n`, ANY_TEXT),
    textRow(loader, '.yaml', (words) => `note: "${words}"\n`, ANY_TEXT),
    textRow(loader, '.py', (words) => `note = "${words}"\n`, ANY_TEXT),
  ]),
  ...['csvFile', 'fileLoader'].map((loader) => textRow(loader, '.csv', table, ANY_TEXT)),
  ...['jsonFile', 'fileLoader'].map((loader) => textRow(loader, '.json', json)),
  ...['jsonlinesFile', 'fileLoader'].map((loader) => textRow(loader, '.jsonl', (words) => `${json(words)}\n`)),
  textRow('fileLoader', '.md', (words) => `# Birds\n\n${words}\n`, ANY_TEXT),
  textRow('fileLoader', '.html', (words) => `<html><body><p>${words}</p></body></html>`, ANY_TEXT),
  textRow('fileLoader', '.xml', (words) => `<birds><note>${words}</note></birds>`),
  textRow('fileLoader', '.srt', srt),
  textRow('fileLoader', '.vtt', (words) => `WEBVTT\n\n${srt(words)}`),
  { loader: 'fileLoader', extension: '.zip', make: async () => makeZip({ 'notes/birds.txt': SENTENCE }) },
  {
    loader: 'fileLoader',
    extension: '.mbox',
    make: async () => `From a@example.org Fri Jan 30 10:00:00 2026\n${MAIL}`,
  },
  {
    loader: 'fileLoader',
    extension: '.mhtml',
    make: async () => `MIME-Version: 1.0\nContent-Type: text/html\n\n<p>${SENTENCE}</p>\n`,
  },
  textRow(
    'fileLoader',
    '.ics',
    (words) => `BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:${words}\nEND:VEVENT\nEND:VCALENDAR\n`,
  ),
  textRow('fileLoader', '.vcf', (words) => `BEGIN:VCARD\nVERSION:4.0\nFN:${words}\nEND:VCARD\n`),
  textRow(
    'fileLoader',
    '.fb2',
    (words) => `<FictionBook><body><section><p>${words}</p></section></body></FictionBook>`,
  ),
  textRow('fileLoader', '.ipynb', (words) => JSON.stringify({ cells: [{ cell_type: 'markdown', source: [words] }] })),
  textRow('fileLoader', '.tex', (words) => `\\section{Birds}\n\n${words}\n`, ANY_TEXT),
  textRow('fileLoader', '.svg', (words) => `<svg xmlns="http://www.w3.org/2000/svg"><text>${words}</text></svg>`),
  { loader: 'unstructuredFileLoader', extension: '.txt', make: async () => SENTENCE, takesAnyText: true },
  { loader: 'unstructuredFileLoader', extension: '.docx', make: () => makeDocx([SENTENCE]) },
];
