// `npm run samples`: writes the sample documents of a new data folder. The results are committed in samples/.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Document, HeadingLevel, Packer, Paragraph } from 'docx';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib';
import { GARDEN_NAME, handbookPages, meeting, plotsHeader, plotsRows, type Section } from './samples/garden-texts.ts';

const FIXED_DATE = '2026-03-14T12:10:00Z';

/** Word files contain the time of writing in two places; a fixed time keeps the committed file unchanged. */
function fixDates(docx: Uint8Array): Uint8Array {
  const entries = Object.entries(unzipSync(docx)).map(([name, bytes]) => {
    if (name !== 'docProps/core.xml') return [name, bytes] as const;
    return [name, strToU8(strFromU8(bytes).replaceAll(/(<dcterms:\w+ [^>]*>)[^<]*/g, `$1${FIXED_DATE}`))] as const;
  });
  return zipSync(Object.fromEntries(entries), { mtime: FIXED_DATE, level: 9 });
}

/** The meeting's notes as a Word document. */
async function writeMeeting(): Promise<Uint8Array> {
  const paragraphs = [
    new Paragraph({ text: meeting.title, heading: HeadingLevel.TITLE }),
    ...meeting.facts.map((text) => new Paragraph({ text })),
    ...meeting.sections.flatMap((section) => [
      new Paragraph({ text: section.title, heading: HeadingLevel.HEADING_2 }),
      ...section.paragraphs.map((text) => new Paragraph({ text })),
    ]),
  ];
  const document = new Document({ creator: GARDEN_NAME, title: meeting.title, sections: [{ children: paragraphs }] });
  return fixDates(new Uint8Array(await Packer.toArrayBuffer(document)));
}

// Points: A4 with a margin of 22 mm.
const PAGE = { width: 595, height: 842, margin: 62 } as const;
const BODY = { size: 11, line: 16 } as const;
const TITLE = { size: 15, line: 24 } as const;
const ink = rgb(0.11, 0.11, 0.1);
const muted = rgb(0.42, 0.41, 0.39);

interface Fonts {
  readonly body: PDFFont;
  readonly bold: PDFFont;
}

/** Lines of a paragraph that fit the width (points) in this font. */
function wrap(text: string, font: PDFFont, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && font.widthOfTextAtSize(longer, size) > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}

function drawSection(page: PDFPage, fonts: Fonts, section: Section, top: number): number {
  let y = top;
  page.drawText(section.title, { x: PAGE.margin, y, size: TITLE.size, font: fonts.bold, color: ink });
  y -= TITLE.line;
  for (const paragraph of section.paragraphs) {
    for (const line of wrap(paragraph, fonts.body, BODY.size, PAGE.width - 2 * PAGE.margin)) {
      page.drawText(line, { x: PAGE.margin, y, size: BODY.size, font: fonts.body, color: ink });
      y -= BODY.line;
    }
    y -= BODY.line / 2;
  }
  return y - BODY.line;
}

/** The handbook as a PDF of three pages; the same bytes every time. */
async function writeHandbook(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const date = new Date('2026-01-15T09:00:00Z');
  pdf.setTitle(`${GARDEN_NAME}: members' handbook`);
  pdf.setAuthor(GARDEN_NAME);
  pdf.setCreationDate(date);
  pdf.setModificationDate(date);
  const fonts = {
    body: await pdf.embedFont(StandardFonts.Helvetica),
    bold: await pdf.embedFont(StandardFonts.HelveticaBold),
  };
  for (const [index, sections] of handbookPages.entries()) {
    const page = pdf.addPage([PAGE.width, PAGE.height]);
    let y = PAGE.height - PAGE.margin;
    if (index === 0) {
      page.drawText(`${GARDEN_NAME}: members' handbook`, { x: PAGE.margin, y, size: 20, font: fonts.bold, color: ink });
      y -= 44;
    }
    for (const section of sections) y = drawSection(page, fonts, section, y);
    const footer = `Edition of January 2026, page ${index + 1} of ${handbookPages.length}`;
    page.drawText(footer, { x: PAGE.margin, y: 36, size: 9, font: fonts.body, color: muted });
  }
  return pdf.save();
}

const folder = join(import.meta.dirname, '..', 'samples');
await mkdir(folder, { recursive: true });
await writeFile(join(folder, 'garden-handbook.pdf'), await writeHandbook());
await writeFile(join(folder, 'spring-meeting.docx'), await writeMeeting());
await writeFile(join(folder, 'plots.csv'), `${[plotsHeader, ...plotsRows].map((row) => row.join(',')).join('\n')}\n`);
