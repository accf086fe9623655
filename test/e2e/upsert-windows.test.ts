import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { editorPage } from '../helpers/pages/editor-page.ts';

if (browserSkipReason !== undefined) {
  console.warn(`\nTHE BROWSER TEST OF TWO WINDOWS IS SKIPPED: ${browserSkipReason}.\n`);
}

/** More than is stored at once. */
const LARGE = Array.from({ length: 300 }, (_, index) => `Note ${index}. Please water the plots.`).join('\n\n');

describe.skipIf(browserSkipReason !== undefined)('An upsert in two windows', () => {
  const suite = setUpBrowserSuite();
  const editor = () => editorPage(suite.page);
  let isHeld = true;
  let fake: FakeOpenAI;
  beforeAll(async () => {
    // The first texts are embedded, the rest waits until both windows were looked at.
    fake = await startFakeOpenAI({ dimensions: 8, reply: ({ number }) => (isHeld && number > 1 ? 'hang' : undefined) });
  });
  afterAll(() => fake?.close());

  test('is the same run, and survives a reload; it is cancelled by key or button, and a reload shows the last one', async () => {
    const { page } = suite;
    const splitter = { chunkSize: 50, chunkOverlap: 0 };
    const flow = makeFlow({ loader: nodeDefinitions.fileLoader, basepath: fake.basepath, splitter });
    const { id } = await suite.api.createFlow(flow);
    await page.goto(`${suite.url}/#/flows/${id}`);
    const second = await suite.openTab();
    await second.goto(`${suite.url}/#/flows/${id}`);
    await second.locator('.react-flow__node').first().waitFor();
    const { drawer } = editor();
    await editor().openUpsert();
    await editor().chooseFiles({ name: 'large.txt', content: LARGE });
    await editor().upsert();
    const other = editorPage(second).drawer;
    await other.getByRole('progressbar', { name: 'Progress of the upsert' }).waitFor();
    await other
      .getByText(/\d of [\d,]+ chunks/)
      .first()
      .waitFor();
    await other.getByRole('list', { name: 'Files' }).getByText('large.txt').waitFor();

    const progress = drawer.getByRole('progressbar', { name: 'Progress of OpenAI Embedding' });
    await progress.waitFor();
    await page.reload();
    await progress.waitFor();
    await page.keyboard.press('Control+.');
    for (const window of [drawer, other]) await window.getByText('The upsert was cancelled.').waitFor();
    await drawer.getByRole('button', { name: 'Go on' }).click();
    await progress.waitFor();
    await drawer.getByRole('button', { name: 'Cancel' }).click();
    await drawer.getByText('The upsert was cancelled.').waitFor();

    isHeld = false;
    await drawer.getByRole('button', { name: 'Go on' }).click();
    for (const window of [drawer, other]) await window.getByRole('button', { name: 'Ask a question' }).waitFor();
    const words = await other.getByRole('heading', { name: /chunks added/ }).textContent();
    expect(words).toBe(await drawer.getByRole('heading', { name: /chunks added/ }).textContent());

    await page.reload();
    await page.locator('.react-flow__node').first().waitFor();
    await editor().openUpsert();
    await drawer.getByRole('heading', { name: /chunks added/ }).waitFor();
    await drawer.getByRole('list', { name: 'Files' }).getByText('large.txt').waitFor();
  });
});
