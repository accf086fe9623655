import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib';
import { GARDEN_NAME, handbookPages, type Section } from './garden-texts.ts';

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
export async function writeHandbook(): Promise<Uint8Array> {
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
