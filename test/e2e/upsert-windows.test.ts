import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeEnglishText } from '../helpers/builders/english-text.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { editorPage } from '../helpers/pages/editor-page.ts';

if (browserSkipReason !== undefined) {
  console.warn(`\nTHE BROWSER TEST OF TWO WINDOWS IS SKIPPED: ${browserSkipReason}.\n`);
}

describe.skipIf(browserSkipReason !== undefined)('An upsert in two windows', () => {
  const suite = setUpBrowserSuite();
  const editor = () => editorPage(suite.page);
  const { promise: isSeen, resolve: goOn } = Promise.withResolvers<void>();
  let fake: FakeOpenAI;
  beforeAll(async () => {
    // The first texts are embedded, the rest waits until both windows were looked at.
    fake = await startFakeOpenAI({
      async reply({ number }) {
        if (number > 1) await isSeen;
        return undefined;
      },
    });
  });
  afterAll(() => fake?.close());

  test('is the same run, from its beginning to its end, and a reload shows the last one', async () => {
    const splitter = { chunkSize: 400, chunkOverlap: 0 };
    const flow = makeFlow({ loader: nodeDefinitions.fileLoader, basepath: fake.basepath, splitter });
    const { id } = await suite.api.createFlow(flow);
    await suite.page.goto(`${suite.url}/#/flows/${id}`);
    const second = await suite.openTab();
    await second.goto(`${suite.url}/#/flows/${id}`);
    await second.locator('.react-flow__node').first().waitFor();
    await editor().openUpsert();
    await editor().chooseFiles({ name: 'large.txt', content: makeEnglishText(300_000) });
    await editor().upsert();
    const other = editorPage(second).drawer;
    await other.getByRole('progressbar', { name: 'Progress of the upsert' }).waitFor();
    await other
      .getByText(/\d of [\d,]+ chunks/)
      .first()
      .waitFor();
    await other.getByRole('list', { name: 'Files' }).getByText('large.txt').waitFor();
    goOn();
    await editor().drawer.getByRole('button', { name: 'Ask a question' }).waitFor();
    await other.getByRole('button', { name: 'Ask a question' }).waitFor();
    const words = await other.getByRole('heading', { name: /chunks added/ }).textContent();
    expect(words).toBe(
      await editor()
        .drawer.getByRole('heading', { name: /chunks added/ })
        .textContent(),
    );

    await second.reload();
    await second.locator('.react-flow__node').first().waitFor();
    await editorPage(second).openUpsert();
    await other.getByRole('heading', { name: /chunks added/ }).waitFor();
    await other.getByRole('list', { name: 'Files' }).getByText('large.txt').waitFor();
  });
});
