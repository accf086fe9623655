import { readFileSync } from 'node:fs';
import iconv from 'iconv-lite';
import { PDFDocument, type PDFFont, StandardFonts } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { fileLoader } from '../../shared/nodes/documentloaders/file-loader.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { makeAsianPdf } from '../helpers/builders/office-fixtures.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';

if (browserSkipReason !== undefined)
  console.warn(`\nTHE BROWSER TESTS OF ORIGINALS ARE SKIPPED: ${browserSkipReason}.\n`);

const [WIDTH, HEIGHT, SIZE, LEFT, TOP, STEP] = [600, 800, 12, 60, 700, 40];
const WORDS = ['Beekeeping', 'Composting', 'Watering', 'Harvesting', 'Pruning'];

const lineOf = (word: string, number: number) => `${word} on page ${number} is explained in this line for all members.`;

/** Three pages of five paragraphs of one line. */
async function makePdf(): Promise<{ readonly bytes: Uint8Array; readonly font: PDFFont }> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const number of [1, 2, 3]) {
    const page = pdf.addPage([WIDTH, HEIGHT]);
    for (const [line, word] of WORDS.entries()) {
      page.drawText(lineOf(word, number), { x: LEFT, y: TOP - line * STEP, size: SIZE, font });
    }
  }
  return { bytes: await pdf.save(), font };
}

const NOTES = Array.from(
  { length: 80 },
  (_, index) => `## Part ${index}\n\nNote number ${index} says that shed ${index} is free.`,
);
const TABLE = ['plot,member', ...Array.from({ length: 300 }, (_, index) => `Plot ${index},Member ${index}`)];

describe.skipIf(browserSkipReason !== undefined)('The original of a chunk', () => {
  const suite = setUpBrowserSuite({ staysLoaded: true });
  const original = () => suite.page.getByRole('region', { name: 'Original', exact: true });

  async function newFlow(files: Parameters<typeof suite.api.upsert>[1]): Promise<string> {
    const flow = makeFlow({
      loader: fileLoader,
      splitter: { chunkSize: 90, chunkOverlap: 0 },
    });
    const { id } = await suite.api.createFlow(flow);
    await suite.api.upsert(id, files);
    return id;
  }

  /** Asks in the editor, and opens the original of the first passage. */
  async function openFirst(id: string, question: string): Promise<void> {
    const { page } = suite;
    await page.goto(`${suite.url}/#/flows/${id}`);
    await page.getByRole('banner').getByRole('button', { name: 'Ask' }).click();
    await page.getByRole('textbox', { name: 'Question' }).fill(question);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Show in the original' }).first().press('Enter');
    await original().waitFor();
  }

  test('of a Japanese PDF whose character map is not in it is drawn with that of the server', async () => {
    const { page, url } = suite;
    const asked: string[] = [];
    page.on('response', (response) => {
      if (response.url().startsWith(`${url}/pdf/cmaps/`)) asked.push(`${response.status()} ${response.url()}`);
    });
    const lines = ['日本語の文書', 'カタカナと漢字'].map((line) => iconv.encode(line, 'shiftjis'));
    const font = { encoding: '90ms-RKSJ-H', ordering: 'Japan1' } as const;
    const id = await newFlow([{ name: 'japanese.pdf', content: makeAsianPdf(font, lines, 'Garden rules') }]);
    await openFirst(id, 'Garden rules');
    const canvas = original().locator('[data-page="1"] canvas');
    await canvas.waitFor();
    expect(asked).toContain(`200 ${url}/pdf/cmaps/90ms-RKSJ-H.bcmap`);
    expect(asked.filter((answer) => !answer.startsWith('200 '))).toEqual([]);
    // The first line is drawn, at 20 of 200 points from the left and 50 from the top.
    const darkest = await canvas.evaluate((drawn: HTMLCanvasElement) => {
      const [x, y] = [Math.floor(drawn.width * 0.1), Math.floor(drawn.height * 0.19)];
      const [width, height] = [Math.floor(drawn.width * 0.35), Math.floor(drawn.height * 0.07)];
      const { data } = drawn.getContext('2d')?.getImageData(x, y, width, height) ?? { data: [255] };
      return Math.min(...Array.from({ length: data.length / 4 }, (_, index) => data[index * 4] ?? 255));
    });
    expect(darkest).toBeLessThan(128);
    expect((await fetch(`${url}/pdf/cmaps/none.bcmap`)).status).toBe(404);
  });

  test('of a PDF is its page with the chunk marked', async () => {
    const { page } = suite;
    const { bytes, font } = await makePdf();
    const id = await newFlow([{ name: 'rules.pdf', content: bytes }]);
    await openFirst(id, lineOf('Watering', 2));
    const sheet = original().locator('[data-page="2"]');
    const mark = original().locator('[data-mark]');
    await mark.first().waitFor();
    const [pageBox, markBox] = [await sheet.boundingBox(), await mark.first().boundingBox()];
    if (pageBox === null || markBox === null) throw new Error('Nothing is shown');
    const scale = pageBox.width / WIDTH;
    const baseline = pageBox.y + (HEIGHT - (TOP - 2 * STEP)) * scale;
    expect(markBox.x).toBeCloseTo(pageBox.x + LEFT * scale, -1);
    expect(markBox.width).toBeCloseTo(font.widthOfTextAtSize(lineOf('Watering', 2), SIZE) * scale, -1.5);
    expect(markBox.y).toBeLessThan(baseline);
    expect(markBox.y + markBox.height).toBeGreaterThan(baseline);
    expect(markBox.height).toBeLessThan(SIZE * 1.4 * scale);
    // What pdf.js has drawn there is dark on white.
    const darkest = await sheet.locator('canvas').evaluate(
      (canvas: HTMLCanvasElement, [top, height]) => {
        const [y, rows] = [Math.floor(canvas.height * (top ?? 0)), Math.ceil(canvas.height * (height ?? 0))];
        const { data } = canvas.getContext('2d')?.getImageData(0, y, canvas.width, rows) ?? { data: [255] };
        return Math.min(...Array.from({ length: data.length / 4 }, (_, index) => data[index * 4] ?? 255));
      },
      [(markBox.y - pageBox.y) / pageBox.height, markBox.height / pageBox.height],
    );
    expect(darkest).toBeLessThan(100);

    await original().getByRole('region', { name: 'Page of the original' }).focus();
    await page.keyboard.press('PageDown');
    await original().locator('[data-page="3"]').waitFor();
    expect(await mark.count()).toBe(0);
    await original().getByRole('button', { name: 'Previous page' }).press('Enter');
    await mark.first().waitFor();
    const before = (await sheet.boundingBox())?.width ?? 0;
    await original().getByRole('button', { name: 'Larger' }).click();
    await expect.poll(async () => (await sheet.boundingBox())?.width).toBeGreaterThan(before * 1.2);
    await original().getByRole('button', { name: 'Fit the width' }).click();
    await expect.poll(async () => (await sheet.boundingBox())?.width).toBe(before);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      original().getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('rules.pdf');
    expect(readFileSync(await download.path()).equals(Buffer.from(bytes))).toBe(true);
    // A reload shows the same.
    await page.reload();
    await original().locator('[data-page="2"] [data-mark]').first().waitFor();
  });

  test('of Markdown is its text with the chunk marked, scrolled to it', async () => {
    const id = await newFlow([{ name: 'notes.md', content: NOTES.join('\n\n') }]);
    await openFirst(id, 'Note number 61 says that shed 61 is free.');
    const mark = original().locator('mark');
    await mark.waitFor();
    expect(await mark.textContent()).toContain('shed 61');
    await expect.poll(() => mark.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(0);
    expect(await mark.evaluate((element) => element.getBoundingClientRect().bottom < window.innerHeight)).toBe(true);
  });

  test('of a table is its rows with the one of the chunk marked, and is deleted when the flow is to keep none', async () => {
    const id = await newFlow([{ name: 'plots.csv', content: TABLE.join('\n') }]);
    await openFirst(id, 'plot: Plot 250 member: Member 250');
    const row = original().locator('tr[aria-current="true"]');
    await row.waitFor();
    expect(await row.textContent()).toMatch(/^(\d+)Plot (\d+)Member \2$/);
    expect(await row.evaluate((element) => element.getBoundingClientRect().bottom < window.innerHeight)).toBe(true);

    const { page } = suite;
    await page.getByRole('switch', { name: 'Keep the flow’s originals 1 file' }).press('Space');
    await page.getByRole('alertdialog', { name: 'Delete 1 original?' }).waitFor();
    await page.getByRole('button', { name: 'Delete the originals' }).press('Enter');
    await page.getByRole('switch', { name: 'Keep the flow’s originals 0 files' }).waitFor();
    await original().getByText('does not keep the originals').waitFor();
  });
});
