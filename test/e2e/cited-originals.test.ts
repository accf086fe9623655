import { describe, expect, test } from 'vitest';
import { fileLoader } from '../../shared/nodes/documentloaders/file-loader.ts';
import { bytesOf, CITED, type Cited } from '../helpers/builders/cited-files.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { wordsUnder } from '../helpers/builders/placed-pdfs.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { retype } from '../helpers/pages/retype.ts';

if (browserSkipReason !== undefined)
  console.warn(`\nTHE BROWSER TESTS OF CITED ORIGINALS ARE SKIPPED: ${browserSkipReason}.\n`);

function citedOf(what: string): Cited & { readonly question: string } {
  const cited = CITED.find((one) => one.what === what);
  if (cited?.question === undefined) throw new Error(`Nobody asks: ${what}`);
  return { ...cited, question: cited.question };
}

const PDF = citedOf('PDF in two columns, a hyphen at a line end');
const WORD = citedOf('Word, a row of a table');
const EXCEL = citedOf('Excel, a row');
const MAIL = citedOf('mail, a sentence of two lines');

describe.skipIf(browserSkipReason !== undefined)('What an answer cites', () => {
  const suite = setUpBrowserSuite({ staysLoaded: true });
  const panel = () => suite.page.getByRole('region', { name: 'Ask', exact: true });
  const original = () => suite.page.getByRole('region', { name: 'Original', exact: true });
  const marks = () => original().locator('mark');

  /** Asks in the conversation, and opens what the answer cites first. */
  async function openCited({ question }: { readonly question: string }): Promise<void> {
    const field = panel().getByRole('textbox', { name: 'Question' });
    await retype(field, question);
    await field.press('Enter');
    await panel()
      .getByRole('article', { name: question, exact: true })
      .getByRole('button', { name: /^\[1\]/ })
      .click();
    await original().waitFor();
  }

  async function back(): Promise<void> {
    await suite.page.goBack();
    await panel().waitFor();
  }

  test('is marked in its PDF, its Word file, its table and its mail, and what was changed since is said', async () => {
    const { page, url, api } = suite;
    const { id } = await api.createFlow(makeFlow({ loader: fileLoader, splitter: { chunkSize: 400 } }));
    const pdf = await PDF.make();
    if (typeof pdf === 'string' || !('words' in pdf)) throw new Error('Nobody knows where its words are');
    const files = [WORD, EXCEL, MAIL].map(async ({ name, make }) => ({ name, content: bytesOf(await make()) }));
    await api.upsert(id, [{ name: PDF.name, content: pdf.content }, ...(await Promise.all(files))]);
    await page.goto(`${url}/#/flows/${id}`);
    await page.getByRole('banner').getByRole('button', { name: 'Ask' }).click();
    await panel().getByRole('radio', { name: 'Answer' }).click();

    await openCited(PDF);
    await original().locator('[data-page="1"] [data-mark]').first().waitFor();
    const boxes = await original()
      .locator('[data-page="1"]')
      .evaluate((sheet) => {
        const whole = sheet.getBoundingClientRect();
        return [...sheet.querySelectorAll('[data-mark]')].map((mark) => {
          const { left, top, width, height } = mark.getBoundingClientRect();
          const [x, y] = [(left - whole.left) / whole.width, (top - whole.top) / whole.height];
          return { x, y, width: width / whole.width, height: height / whole.height };
        });
      });
    const shown = { kind: 'pdf', found: 'whole', isChanged: false, pageCount: 2, pageNumber: 1 } as const;
    expect(wordsUnder({ ...shown, pages: [{ pageNumber: 1, boxes }] }, pdf)).toBe(PDF.marked);
    expect(await original().getByRole('status').count()).toBe(0);
    await back();

    for (const cited of [WORD, MAIL]) {
      await openCited(cited);
      await expect.poll(() => marks().allTextContents()).toEqual([cited.marked]);
      expect(await marks().evaluate((mark) => mark.getBoundingClientRect().bottom < window.innerHeight)).toBe(true);
      expect(await original().getByRole('status').count()).toBe(0);
      await back();
    }

    await openCited(EXCEL);
    const row = original().locator('tr[aria-current="true"]');
    await row.waitFor();
    expect(await row.getByRole('cell').allTextContents()).toEqual(EXCEL.marked.split(' | '));
    await back();

    await api.upsert(id, [{ name: MAIL.name, content: String(await MAIL.make()).replace('café', 'bar') }]);
    await panel()
      .getByRole('article', { name: MAIL.question, exact: true })
      .getByRole('button', { name: /^\[1\]/ })
      .click();
    await original()
      .getByText('The original or the passage was changed since. What is marked is still the same.')
      .waitFor();
    expect(await marks().allTextContents()).toEqual([MAIL.marked]);
  });
});
