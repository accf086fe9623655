import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UpsertAcceptedSchema } from '../../shared/api/vector.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { contentsPage } from '../helpers/pages/contents-page.ts';
import { editorPage } from '../helpers/pages/editor-page.ts';

const RunIdSchema = UpsertAcceptedSchema.pick({ runId: true });

/** More than is stored at once: what comes after waits for a model that never answers for its last part. */
const SLOW_TEXT = Array.from({ length: 300 }, (_, index) => `Note ${index}. Please water the plots.`).join('\n\n');

describe.skipIf(browserSkipReason !== undefined)('the pages of runs', () => {
  const suite = setUpBrowserSuite({ staysLoaded: true });
  let fake: FakeOpenAI;
  beforeAll(async () => {
    const isHeld = (texts: readonly string[]) => texts.some((text) => text.includes('Note 299.'));
    fake = await startFakeOpenAI({ dimensions: 8, reply: ({ texts }) => (isHeld(texts) ? 'hang' : undefined) });
  });
  afterAll(() => fake.close());

  async function newFlow(): Promise<string> {
    const splitter = { chunkSize: 50, chunkOverlap: 0 };
    const flow = makeFlow({ basepath: fake.basepath, splitter, records: { cleanup: 'full' } });
    return (await suite.api.createFlow(flow)).id;
  }

  async function upsert(id: string, files: Readonly<Record<string, string>>, isAsync = false): Promise<string> {
    const sent = Object.entries(files).map(([name, content]) => ({ name, content }));
    const headers = isAsync ? { prefer: 'respond-async' } : {};
    const { body } = await suite.api.upload(id, sent, { skipFailedFiles: 'true' }, headers);
    return RunIdSchema.parse(body).runId;
  }

  const open = (path: string) => suite.page.goto(`${suite.url}/#${path}`);
  const list = () => suite.page.getByRole('list', { name: 'Runs' });
  const choose = async (select: string, option: string) => {
    await suite.page.getByRole('combobox', { name: select }).click();
    await suite.page.getByRole('option', { name: option, exact: true }).click();
  };

  test('an empty list says what will be there', async () => {
    // Other tests have made some.
    await suite.page.route('**/api/v1/runs*', (route) => route.fulfill({ json: [] }));
    await open('/runs');
    await suite.page.getByText('Your runs will be here').waitFor();
    await suite.page.getByRole('link', { name: 'Go to the flows' }).click();
    await suite.page.getByRole('heading', { name: 'Flows' }).waitFor();
  });

  test('the list finds runs by result and by file, and keeps its filters in the address', async () => {
    const id = await newFlow();
    await upsert(id, { 'otters.txt': 'Otters sleep.', 'ravens.txt': 'Ravens talk.' });
    await upsert(id, { 'plots.txt': 'Plots are dug.' });
    await open(`/runs?of=${id}`);
    await suite.page.getByRole('link', { name: 'Runs', exact: true }).waitFor();
    await expect.poll(() => list().getByRole('listitem').count()).toBe(2);
    await list().getByText('1 chunk added, 2 deleted').waitFor();
    await suite.page.getByRole('searchbox', { name: 'Search by file name' }).fill('RAVENS');
    await expect.poll(() => list().getByRole('listitem').count()).toBe(1);
    await list().getByText('2 chunks added').waitFor();
    expect(suite.page.url()).toMatch(/\/#\/runs\?of=[^&]+&file=RAVENS$/);
    await choose('Result', 'Failed');
    await suite.page.getByText('No run is like that').waitFor();
    await suite.page.getByRole('button', { name: 'Show all runs' }).click();
    await suite.page.getByText('No run is like that').waitFor({ state: 'detached' });
    expect(suite.page.url()).toMatch(/\/#\/runs$/);
  });

  test('a run tells what became of each file, and what is different from the run before', async () => {
    const id = await newFlow();
    await upsert(id, { 'a.txt': 'Otters sleep.', 'b.txt': 'Ravens talk.', 'gone.txt': 'Gone.' });
    const runId = await upsert(id, { 'a.txt': 'Otters sleep.', 'b.txt': 'Ravens learn.', 'bad.txt': '' });
    await open(`/runs/${runId}`);
    const files = suite.page.getByRole('list', { name: 'Files of the run' });
    await expect.poll(() => files.getByRole('listitem').count()).toBe(3);
    await files.getByRole('listitem').filter({ hasText: 'a.txt' }).getByText('Unchanged').waitFor();
    await files.getByRole('listitem').filter({ hasText: 'b.txt' }).getByText('Stored').waitFor();
    await suite.page.getByText(/^1 chunk added/).waitFor();
    await suite.page.getByRole('link', { name: /^Failed\s*1$/ }).click();
    await expect.poll(() => files.getByRole('listitem').count()).toBe(1);
    await files.getByText('bad.txt is empty').or(files.getByText('"bad.txt"')).waitFor();
    const before = suite.page.getByRole('region', { name: 'Compared with the run before' });
    await before.getByRole('listitem').filter({ hasText: 'gone.txt' }).getByText('not in this run').waitFor();
    await before.getByRole('listitem').filter({ hasText: 'b.txt' }).getByText('changed').waitFor();
    await suite.page.getByRole('button', { name: 'Try again: bad.txt' }).waitFor();
    await suite.page.getByRole('button', { name: 'Settings used' }).press('Enter');
    await suite.page.getByRole('region', { name: 'Settings used' }).getByText('Chunk size').waitFor();
    await suite.page.getByRole('link', { name: 'Open the flow' }).click();
    await suite.canvas.node('Text File').waitFor();
  });

  test('the counts of a run lead to its chunks, and the last run can be undone', async () => {
    const { page } = suite;
    const id = await newFlow();
    const first = await upsert(id, { 'otters.txt': 'Otters sleep.', 'ravens.txt': 'Ravens talk.' });
    const runId = await upsert(id, { 'otters.txt': 'Otters sleep.', 'bees.txt': 'Bees dance.' });
    await open(`/runs/${runId}`);
    const counts = page.getByRole('navigation', { name: 'Chunks' });
    await counts.getByRole('link', { name: /^chunks deleted\s*1$/ }).click();
    const deleted = page.getByRole('region', { name: 'Deleted chunks' });
    await deleted.getByText('Ravens talk.').waitFor();
    await deleted.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => deleted.count()).toBe(0);
    await counts.getByRole('link', { name: /^chunks added\s*1$/ }).press('Enter');
    await page.getByRole('region', { name: 'Added chunks' }).getByText('Bees dance.').waitFor();
    await counts.getByRole('link', { name: /^chunks unchanged\s*1$/ }).click();
    await page.getByRole('region', { name: 'Unchanged chunks' }).getByText('Otters sleep.').waitFor();

    await page.getByRole('button', { name: 'Undo this upsert' }).click();
    const question = page.getByRole('alertdialog', { name: 'Undo this upsert?' });
    await question.getByText('1 added chunk goes, 1 deleted chunk comes back').waitFor();
    await question.getByRole('button', { name: 'Undo this upsert' }).click();
    await page.getByText('Upsert undone: 1 chunk removed and 1 chunk brought back.').waitFor();
    await page
      .getByRole('main')
      .getByText(/^Undone/)
      .first()
      .waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Undo this upsert' }).count()).toBe(0);
    const files = page.getByRole('list', { name: 'Files of the run' }).getByRole('listitem');
    await files.filter({ hasText: 'bees.txt' }).getByText('Undone').waitFor();
    await files.filter({ hasText: 'otters.txt' }).getByText('Unchanged').waitFor();
    await page.getByRole('link', { name: /^Undone\s*1$/ }).waitFor();
    await open(`/runs?of=${id}`);
    await expect.poll(() => list().getByRole('link', { name: 'Undone' }).count()).toBe(1);
    await suite.api.json('PUT', `/chatflows/${id}`, { name: 'Taken back once' });
    await open('/');
    // The list may have been loaded before there was the flow.
    await page.reload();
    await page.getByRole('searchbox', { name: 'Search flows' }).click();
    await page.keyboard.type('Taken back once');
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Taken back once' });
    await row.getByText('Undone').waitFor();
    expect(await row.getByText('Done', { exact: true }).count()).toBe(0);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find anything' }).waitFor();
    await page.keyboard.type('Taken back once undone');
    await page.getByRole('option', { name: /^Run of Taken back once, undone/ }).waitFor();
    await page.keyboard.press('Escape');
    await open(`/flows/${id}`);
    await editorPage(page).openUpsert();
    await page.getByRole('heading', { name: /^Undone/ }).waitFor();
    await page.getByRole('status').getByText('The upsert was undone.').waitFor();
    await page.getByRole('list', { name: 'Files' }).getByText('undone').waitFor();
    expect(await page.locator('.node-strip').count()).toBe(0);
    const found = await suite.api.query(id, { query: 'ravens' });
    expect(found.docs.map(({ pageContent }) => pageContent)).toContain('Ravens talk.');
    await open(`/runs/${first}`);
    await page.getByRole('button', { name: 'Run again' }).waitFor();
    expect(await page.getByRole('button', { name: 'Undo this upsert' }).count()).toBe(0);
  });

  test('the last run can be undone again once a chunk that was deleted since is brought back', async () => {
    const { page } = suite;
    const id = await newFlow();
    const runId = await upsert(id, { 'otters.txt': 'Otters sleep.', 'ravens.txt': 'Ravens talk.' });
    const undo = page.getByRole('button', { name: 'Undo this upsert' });
    const openRun = async () => {
      await page.getByRole('link', { name: 'Runs', exact: true }).click();
      await list().getByRole('link').first().click();
      await page.getByRole('link', { name: 'Contents', exact: true }).waitFor();
    };
    await open(`/runs/${runId}`);
    await undo.waitFor();
    await page.getByRole('link', { name: 'Contents', exact: true }).click();
    const contents = contentsPage(page, suite.url);
    await page.getByRole('button', { name: 'Delete chunk 1' }).first().click();
    await expect.poll(() => contents.texts()).toEqual(['Ravens talk.']);
    await openRun();
    await page.getByText('Chunks were edited or deleted after the run: undo these changes first.').waitFor();
    expect(await undo.count()).toBe(0);
    await page.getByRole('link', { name: 'Contents', exact: true }).click();
    await page.getByRole('button', { name: /^Edited and deleted/ }).click();
    await page.getByRole('button', { name: 'Bring back' }).click();
    await expect.poll(() => contents.texts()).toEqual(['Otters sleep.', 'Ravens talk.']);
    await openRun();
    await undo.click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo this upsert' }).click();
    await page.getByText('Upsert undone: 2 chunks removed.').waitFor();
  });

  test('a run that failed says why', async () => {
    const { id } = await suite.api.createFlow(makeFlow({ loader: nodeDefinitions.fileLoader }));
    const { body } = await suite.api.upload(id, [{ name: 'a.pdf', content: '%PDF-1.4 nonsense' }], {});
    expect(body).toMatchObject({ code: 'FILE_CORRUPT' });
    await open(`/runs?of=${id}&status=FAILED`);
    await list().getByRole('link').first().click();
    await suite.page.getByRole('alert').getByText('its structure is damaged').waitFor();
  });

  test('two windows show a run as it goes on; one cancels it, the other goes on with it, and deletes its files', async () => {
    const id = await newFlow();
    const runId = await upsert(id, { 'quick.txt': 'Otters sleep.', 'slow.txt': SLOW_TEXT }, true);
    const other = await suite.openTab();
    await open(`/runs/${runId}`);
    await other.goto(`${suite.url}/#/runs?of=${id}`);
    const running = other.getByRole('list', { name: 'Runs' }).getByRole('listitem').filter({ hasText: 'Running' });
    await running.getByRole('link').click();
    for (const page of [suite.page, other]) await page.getByText(/\d+ of [\d,]+ chunks/).waitFor();
    await other.getByText(/chunks added so far/).waitFor();
    await suite.page.getByRole('button', { name: 'Cancel' }).click();
    await other.getByRole('main').getByText('Cancelled').waitFor();
    await other.getByRole('listitem').filter({ hasText: 'slow.txt' }).first().getByText('Not done').waitFor();
    await other.getByRole('button', { name: 'Go on' }).click();
    await expect.poll(() => other.url()).not.toContain(runId);
    await other.getByRole('button', { name: 'Cancel' }).click();
    await other.getByRole('button', { name: 'Go on' }).waitFor();

    await other.getByRole('button', { name: 'Delete its files' }).click();
    const question = other.getByRole('alertdialog', { name: 'Delete the files of this run?' });
    await question.getByText(/^2 files \(.+\) that came with it are kept for a week/).waitFor();
    await question.getByRole('button', { name: 'Delete its files' }).click();
    await other.getByText('2 files of the run deleted.').waitFor();
    await expect.poll(() => other.getByRole('button', { name: 'Go on' }).count()).toBe(0);
  });
});
