import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { editorPage, openNewFlow } from '../helpers/pages/editor-page.ts';

if (browserSkipReason !== undefined) {
  console.warn(`\nTHE BROWSER TESTS OF THE QUERY TESTER ARE SKIPPED: ${browserSkipReason}.\n`);
}

const FILES = [
  { name: 'bees.txt', content: 'Our five hives are looked after by Tomasz.' },
  { name: 'fees.txt', content: 'A plot costs forty pounds in every year.' },
  { name: 'gate.txt', content: 'The gate is locked at nine in the evening.' },
];

describe.skipIf(browserSkipReason !== undefined)('The query tester', () => {
  const suite = setUpBrowserSuite({ staysLoaded: true });

  test('asks one question in two ways, and all saved questions with their recall and rank, by keyboard', async () => {
    const { page, api } = suite;
    const id = await openNewFlow(page, suite.url, api);
    await api.upsert(id, FILES);
    await page.getByRole('button', { name: 'Ask', exact: true }).first().click();
    await editorPage(page).queryPanel.getByRole('link', { name: 'Compare ways to search' }).press('Enter');
    await page.getByRole('heading', { name: 'Query tester' }).waitFor();
    const words = page.getByRole('group', { name: 'Setting B' });
    await words.getByRole('combobox', { name: 'Search by' }).press('Enter');
    await page.getByRole('option', { name: 'Words', exact: true }).press('Enter');
    await words.getByRole('textbox', { name: 'Passages' }).fill('1');

    const form = page.getByRole('form', { name: 'Add a question' });
    const add = async (question: string, source: string) => {
      await form.getByRole('textbox', { name: 'Question to save' }).fill(question);
      await form.getByRole('textbox', { name: 'Where its answer stands' }).fill(source);
      await form.getByRole('textbox', { name: 'Where its answer stands' }).press('Enter');
      await page.getByRole('list', { name: 'Saved questions' }).getByText(question).waitFor();
    };
    await add('Who looks after the hives?', 'bees.txt');
    await add('xyzzy', 'fees.txt');
    await page.getByRole('button', { name: 'Ask 2 questions' }).press('Enter');
    const results = page.getByRole('table', { name: 'Results' });
    await results.getByRole('row', { name: /^B first 1 50% 0\.50/ }).waitFor();
    await results.getByRole('row', { name: /^A first 5 100%/ }).waitFor();
    const list = page.getByRole('list', { name: 'Saved questions' });
    await list.getByRole('listitem').filter({ hasText: 'hives' }).getByText('B: place 1').waitFor();
    await list.getByRole('listitem').filter({ hasText: 'xyzzy' }).getByText('B: not found').waitFor();

    await list.getByRole('button', { name: /^Who looks after/ }).press('Enter');
    await page.getByRole('button', { name: 'Ask both' }).press('Enter');
    const passages = page.getByRole('region', { name: 'Passages of B' });
    await passages.getByText('expected').waitFor();
    expect(await passages.getByRole('listitem').count()).toBe(1);
    expect(await page.getByRole('region', { name: 'Passages of A' }).getByRole('listitem').count()).toBe(3);
  });

  test('a list of questions is exported and imported, kept over a reload, and a wrong one is refused', async () => {
    const { page, api } = suite;
    const id = await openNewFlow(page, suite.url, api);
    await api.json('POST', '/test-questions', {
      ownerId: id,
      questions: [{ question: 'Is it "open", now?', sources: ['gate.txt', 'fees.txt'] }],
    });
    await page.goto(`${suite.url}/#/tester/${id}`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const csv = readFileSync(await (await download).path(), 'utf8');
    expect(csv).toBe('question,sources\r\n"Is it ""open"", now?",gate.txt; fees.txt\r\n');
    const importList = async (content: string) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Import' }).click();
      await (await chooser).setFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
    };
    const list = page.getByRole('list', { name: 'Saved questions' });
    await importList(csv.replace('open', 'shut'));
    await list.getByText('Is it "shut", now?').waitFor();
    await importList('question,sources\nWhere?,\n');
    await page.getByText('Entry 1 of the list has no question with a source').waitFor();
    await list.getByRole('button', { name: 'Remove Is it "open", now?' }).click();
    await list.getByText('Is it "open", now?').waitFor({ state: 'detached' });
    await page.reload();
    await list.getByText('Is it "shut", now?').waitFor();
  });
});
