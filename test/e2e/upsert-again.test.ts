import type { Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ContentsSummarySchema } from '../../shared/api/contents.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { editorPage } from '../helpers/pages/editor-page.ts';

describe.skipIf(browserSkipReason !== undefined)('An upsert that did not finish, of a flow without records', () => {
  const suite = setUpBrowserSuite({ staysLoaded: true });
  let fake: FakeOpenAI;
  /** The embedding service answers so many requests; what comes after gets this. */
  let most: number;
  let then: 'hang' | { readonly status: number };

  const chunks = async (flowId: string) =>
    ContentsSummarySchema.parse((await suite.api.get(`/contents/${flowId}`)).body).chunks;

  beforeAll(async () => {
    most = Number.POSITIVE_INFINITY;
    fake = await startFakeOpenAI({ dimensions: 8, reply: ({ number }) => (number <= most ? undefined : then) });
  });
  afterAll(() => fake?.close());

  test('is tried again after it failed, and gone on with after it was cancelled: nothing is there twice', async () => {
    const flow = makeFlow({
      loader: nodeDefinitions.fileLoader,
      basepath: fake.basepath,
      splitter: { chunkSize: 50, chunkOverlap: 0 },
    });
    const { id } = await suite.api.createFlow(flow);
    await suite.page.goto(`${suite.url}/#/flows/${id}`);
    const editor = editorPage(suite.page);
    await editor.openUpsert();
    // More than is stored at once.
    const notes = Array.from({ length: 600 }, (_, index) => `Note ${index}. Please water the plots.`);
    await editor.chooseFiles({ name: 'a.txt', content: notes.join('\n\n') });
    most = 1;
    then = { status: 400 };
    await editor.upsert();
    await editor.drawer.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await chunks(id)).toBeGreaterThan(0);
    expect(await chunks(id)).toBeLessThan(notes.length);

    then = 'hang';
    // Cancelled before the server has answered that it goes on.
    const cancelled = Promise.withResolvers<void>();
    const holdBack = async (route: Route) => {
      await cancelled.promise;
      await route.continue();
    };
    await suite.page.route('**/runs/*/resume', holdBack, { times: 1 });
    await editor.drawer.getByRole('button', { name: 'Try again' }).click();
    await editor.drawer.getByRole('button', { name: 'Cancel', exact: true }).click();
    cancelled.resolve();
    await editor.drawer.getByText('The upsert was cancelled.').waitFor();
    expect(await chunks(id)).toBeLessThan(notes.length);

    most = Number.POSITIVE_INFINITY;
    await editor.drawer.getByRole('button', { name: 'Go on' }).click();
    await editor.drawer.getByRole('button', { name: 'Ask a question' }).waitFor();
    expect(await chunks(id)).toBe(notes.length);
  });
});
