import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ContentsSummarySchema } from '../../shared/api/contents.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeEnglishText } from '../helpers/builders/english-text.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { axeViolations } from '../helpers/pages/axe.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { type EditorPage, editorPage, type PageFile } from '../helpers/pages/editor-page.ts';

describe.skipIf(browserSkipReason !== undefined)('An upsert that did not finish, of a flow without records', () => {
  const suite = setUpBrowserSuite({ staysLoaded: true });
  let fake: FakeOpenAI;
  /** The embedding service answers so many requests; what comes after gets this. */
  let most: number;
  let then: 'hang' | { readonly status: number };
  let editor: EditorPage;
  let id: string;
  let file: PageFile;
  let seed = 0;

  const chunks = async (flowId = id) =>
    ContentsSummarySchema.parse((await suite.api.get(`/contents/${flowId}`)).body).chunks;
  const newFlow = async () => {
    const flow = makeFlow({
      loader: nodeDefinitions.fileLoader,
      basepath: fake.basepath,
      splitter: { chunkSize: 400, chunkOverlap: 0 },
    });
    return (await suite.api.createFlow(flow)).id;
  };

  beforeAll(async () => {
    most = Number.POSITIVE_INFINITY;
    fake = await startFakeOpenAI({ dimensions: 8, reply: ({ number }) => (number <= most ? undefined : then) });
  });
  afterAll(() => fake?.close());
  beforeEach(async () => {
    // Vectors of known texts are not asked for again.
    seed += 1;
    file = { name: 'a.txt', content: makeEnglishText(300_000, seed) };
    id = await newFlow();
    await suite.page.goto(`${suite.url}/#/flows/${id}`);
    editor = editorPage(suite.page);
    await editor.openUpsert();
    await editor.chooseFiles(file);
  });

  async function expectWhole(): Promise<void> {
    await editor.drawer.getByRole('button', { name: 'Ask a question' }).waitFor();
    const undisturbed = await newFlow();
    await suite.api.upsert(undisturbed, [file]);
    expect(await chunks()).toBe(await chunks(undisturbed));
  }

  test('is gone on with after it was cancelled: nothing is there twice', async () => {
    most = fake.requests + 2;
    then = 'hang';
    await editor.upsert();
    await expect.poll(() => chunks()).toBeGreaterThan(0);
    await editor.drawer.getByRole('button', { name: 'Cancel' }).click();
    await editor.drawer.getByText('The upsert was cancelled.').waitFor();
    expect(await axeViolations(suite.page)).toEqual([]);
    most = Number.POSITIVE_INFINITY;
    await editor.drawer.getByRole('button', { name: 'Go on' }).click();
    await expectWhole();
  });

  test('is tried again after it failed: nothing is there twice', async () => {
    most = fake.requests + 2;
    then = { status: 400 };
    await editor.upsert();
    await editor.drawer.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await chunks()).toBeGreaterThan(0);
    most = Number.POSITIVE_INFINITY;
    await editor.drawer.getByRole('button', { name: 'Try again' }).click();
    await expectWhole();
  });
});
