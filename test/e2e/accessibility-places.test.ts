import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ContentChunksSchema, ContentSourcesSchema } from '../../shared/api/contents.ts';
import { createStarterApiConfig, createStarterFlow } from '../../shared/flow/starter-flow.ts';
import { fileLoader } from '../../shared/nodes/documentloaders/file-loader.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeApiConfig, makeFlow } from '../helpers/builders/flows.ts';
import { makePdf } from '../helpers/builders/office-fixtures.ts';
import { violationsInBoth } from '../helpers/pages/axe.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { contentsPage } from '../helpers/pages/contents-page.ts';
import { mapPage } from '../helpers/pages/map-page.ts';
import { resourcesPage } from '../helpers/pages/resources-page.ts';
import { createStoreClient } from '../helpers/servers/store-client.ts';

if (browserSkipReason !== undefined)
  console.warn(`\nTHE WALK OVER PLACES, PANELS AND DIALOGS IS SKIPPED: ${browserSkipReason}.\n`);

const RowSchema = z.looseObject({ id: z.string() });
const TEXTS = [
  { name: 'beds.txt', content: 'Beds are watered before nine in the morning.' },
  { name: 'gate.txt', content: 'The gate is locked after eight in the evening.' },
];
const PLOTS = { name: 'plots.csv', content: 'plot,size\n12,80\n21,64\n' };

/** What is looked at under a name: it brings the page there. */
type Looks = Readonly<Record<string, (page: Page) => Promise<unknown>>>;

/** Each place and page is looked at in `all-screens.test.ts`: here is what opens on them. */
describe.skipIf(browserSkipReason !== undefined)('Panels, dialogs and errors of places, without a violation', () => {
  const suite = setUpBrowserSuite({ staysLoaded: true });
  const made: string[] = [];
  afterAll(async () => {
    for (const path of made) await suite.api.call('DELETE', path);
  });

  async function make(path: string, body: object): Promise<string> {
    const { id } = RowSchema.parse((await suite.api.json('POST', path, body)).body);
    made.unshift(`${path}/${id}`);
    return id;
  }

  const go = (path: string) => suite.page.goto(`${suite.url}/#${path}`);

  /** Looks at everything in both themes. Returns the faults by name, so that one walk tells all of them. */
  async function walk(looks: Looks): Promise<Record<string, readonly string[]>> {
    const faults: Record<string, readonly string[]> = {};
    for (const [name, open] of Object.entries(looks)) {
      await open(suite.page);
      const found = await violationsInBoth(suite.page);
      if (found.length > 0) faults[name] = found;
    }
    return faults;
  }

  async function filledFlow(files: Parameters<typeof suite.api.upsert>[1] = TEXTS): Promise<string> {
    const { id } = await suite.api.createFlow(createStarterFlow(), JSON.stringify(createStarterApiConfig()));
    await suite.api.upsert(id, files);
    return id;
  }

  test('contents, their map and what was removed from them', async () => {
    const { api, url } = suite;
    const id = await filledFlow([...TEXTS, PLOTS]);
    const { id: empty } = await api.createFlow(createStarterFlow());
    const apiConfig = makeApiConfig({ 'File Loader': ['files'], 'Upload a file': ['files'] });
    const { id: partly } = await api.createFlow(createStarterFlow(), apiConfig);
    await api.upload(partly, [PLOTS, { name: 'broken.pdf', content: '%PDF-1.4 nothing' }], { skipFailedFiles: 'true' });
    const { id: binned } = await api.createFlow(makeFlow());
    await api.upsert(binned, TEXTS);
    const { sources } = ContentSourcesSchema.parse((await api.get(`/contents/${binned}/sources`)).body);
    await api.call('DELETE', `/contents/${binned}/sources/${sources[0]?.id}`);
    const { chunks } = ContentChunksSchema.parse((await api.get(`/contents/${binned}/chunks`)).body);
    await api.call('DELETE', `/contents/${binned}/chunks/${chunks[0]?.id}`);

    const faults = await walk({
      'Nothing stored': async (page) => {
        await go(`/contents/${empty}`);
        await page.getByText('Nothing is stored here yet').waitFor();
      },
      'A map of nothing': async (page) => {
        await go(`/map/${empty}`);
        await page.getByText('Nothing is in the vector store yet').waitFor();
      },
      'A question on the map': async (page) => {
        const map = mapPage(page, url);
        await map.open(id);
        await map.ask('When are beds watered?');
        await map.answers.first().waitFor();
      },
      'Files that were not read': async (page) => {
        await go(`/contents/${partly}`);
        await page.getByRole('button', { name: 'Not read 1 file of the last run' }).click();
        await page.getByRole('region', { name: 'Not read' }).getByRole('link', { name: 'Open the run' }).waitFor();
      },
      'Chunks by metadata': async (page) => {
        await contentsPage(page, url).openSource('plots.csv');
        await page.getByRole('button', { name: 'Filter' }).press('Enter');
        await page.getByRole('menuitem', { name: 'line' }).press('ArrowRight');
        await page.getByRole('menuitem', { name: /^2/ }).press('Enter');
        await page.getByText('1 chunk found').waitFor();
      },
      'The original beside a chunk': async (page) => {
        await go(`/contents/${id}?source=gate.txt`);
        await page.getByRole('button', { name: 'Original', exact: true }).press('Enter');
        await page.getByRole('region', { name: 'Original', exact: true }).locator('mark').waitFor();
      },
      'The same in a narrow window': (page) => page.setViewportSize({ width: 1000, height: 700 }),
      'Edited and deleted chunks': async (page) => {
        await go(`/contents/${binned}`);
        await page.getByRole('button', { name: 'Edited and deleted 1 chunk' }).click();
        await page.getByRole('button', { name: 'Bring back' }).waitFor();
      },
      'Removed files': async (page) => {
        await go('/bin');
        await page.getByRole('list', { name: 'Removed files and pages' }).getByText('of Test flow').first().waitFor();
      },
    });
    expect(faults).toEqual({});
  });

  test('originals of each kind', async () => {
    const { api } = suite;
    const flow = makeFlow({ loader: fileLoader, splitter: { chunkSize: 90, chunkOverlap: 0 } });
    const { id } = await api.createFlow(flow);
    const notes = { name: 'notes.md', content: '## Sheds\n\nShed 61 is free.' };
    await api.upsert(id, [{ name: 'rules.pdf', content: await makePdf(['Watering is explained.']) }, notes, PLOTS]);
    const original = (page: Page) => page.getByRole('region', { name: 'Original', exact: true });
    const { docs } = await api.query(id, { query: 'Watering', topK: 20 });
    const of = (name: string, mark: string) => async (page: Page) => {
      const { pageContent, metadata } = docs.find((doc) => doc.metadata.source === name) ?? {};
      // As an answer leaves it for the page.
      const shown = { ownerId: id, source: name, chunk: { text: pageContent, metadata } };
      await page.evaluate((value) => sessionStorage.setItem('tributary.shown-chunk', value), JSON.stringify(shown));
      await go(`/original/${id}?${new URLSearchParams({ source: name })}`);
      await original(page).locator(mark).first().waitFor();
    };
    const faults = await walk({
      'The original of a PDF': of('rules.pdf', '[data-mark]'),
      'The original of Markdown': of('notes.md', 'mark'),
      'The original of a table': of('plots.csv', 'tr[aria-current="true"]'),
      'No originals are kept': async (page) => {
        await page.getByRole('switch', { name: /^Keep the flow’s originals/ }).press('Space');
        await page.getByRole('button', { name: 'Delete the originals' }).press('Enter');
        await original(page).getByText('does not keep the originals').waitFor();
      },
    });
    expect(faults).toEqual({});
  });

  test('resources', async () => {
    const { page, api } = suite;
    const { open, field, button, row } = resourcesPage(page, suite.url);
    const fields = { accessToken: 'a-secret-token' };
    const credential = await make('/credentials', { name: 'Code of the club', kind: 'githubApi', fields });
    const variable = await make('/variables', { name: 'hub', value: 'http://127.0.0.1:1' });
    const using = makeFlow({ basepath: 'http://127.0.0.1:1/v1', embedding: { modelName: '{{$vars.hub}}' } });
    await api.json('POST', '/chatflows', { name: 'With a hub', flowData: JSON.stringify(using) });
    const assistant = await make('/assistants', { details: '{"name":"Guide","temperature":0.5}' });
    const faults = await walk({
      'A new tool': async () => {
        await open('tools');
        await button('New tool').click();
        await button('Add a parameter').click();
        await page.locator('.cm-content').waitFor();
        await button('Create tool').click();
        await page.getByText('Must not be empty.').first().waitFor();
      },
      'An import of tools': async () => {
        await open('tools');
        await button('Import').click();
        const content = Buffer.from(JSON.stringify([{ name: 'twice', description: 'Doubles.' }, {}]));
        const file = { name: 'tools.json', mimeType: 'application/json', buffer: content };
        await page.getByLabel('JSON file').setInputFiles(file);
        await page.getByRole('list', { name: 'What the import does' }).getByText('Entry 2').waitFor();
      },
      'A variable': async () => {
        await page.keyboard.press('Escape');
        await go(`/resources/variables?open=${variable}`);
        await page.getByRole('list', { name: 'Used in' }).getByRole('link', { name: 'With a hub' }).waitFor();
      },
      'A credential': async () => {
        await go(`/resources/credentials?open=${credential}`);
        await page.getByText('api.github.com').waitFor();
      },
      'An assistant': async () => {
        await go(`/resources/assistants?open=${assistant}`);
        await field('Instructions').waitFor();
      },
      'A new key': async () => {
        await open('api-keys');
        await button('New API key').click();
        await field('Name').pressSequentially('Nightly import');
        await button('Create API key').click();
        await page.getByRole('region', { name: 'The new key' }).locator('code').waitFor();
      },
    });
    expect(faults).toEqual({});
    await button('I have copied it').click();
    await row('Nightly import').waitFor();
    const keys = z.array(z.looseObject({ id: z.string(), keyName: z.string() })).parse((await api.get('/apikey')).body);
    for (const { id, keyName } of keys) if (keyName === 'Nightly import') made.push(`/apikey/${id}`);
  });

  test('panels in which a flow or store is asked and called', async () => {
    const { page, api, url } = suite;
    const id = await filledFlow();
    const { ollamaEmbedding } = nodeDefinitions;
    const { id: unreachable } = await api.createFlow(makeFlow({ loader: fileLoader, embeddingNode: ollamaEmbedding }));
    const store = await createStoreClient(url).create({ name: 'Archive of the walk' });
    await api.json('POST', '/test-questions', {
      ownerId: id,
      questions: [{ question: 'When are beds watered?', sources: ['beds.txt'] }],
    });
    const ask = page.getByRole('region', { name: 'Ask', exact: true });
    const call = page.getByRole('dialog', { name: /^API of / });
    const question = ask.getByRole('textbox', { name: 'Question' });
    const answer = call.getByRole('region', { name: 'Answer', exact: true });
    const openAsk = async (owner: string) => {
      await go(`/flows/${owner}`);
      await page.getByRole('banner').getByRole('button', { name: 'Ask' }).click();
      await question.waitFor();
    };
    await page.route(`**/api/v1/vector/query/${unreachable}`, (route) => {
      const message = 'Ollama does not answer: start it, then ask again.';
      return route.fulfill({
        status: 502,
        json: { statusCode: 502, success: false, message, stack: {}, code: 'SERVICE_FAILED' },
      });
    });
    suite.expectFault('502');
    const faults = await walk({
      'The API of a flow': async () => {
        await go(`/flows/${id}`);
        await page.getByRole('banner').getByRole('button', { name: 'API' }).click();
        await call.getByRole('region', { name: 'Upsert in curl' }).waitFor();
      },
      'An answer of the API': async () => {
        await call.getByRole('radio', { name: 'Query' }).click();
        await call.getByRole('textbox', { name: 'Question' }).pressSequentially('beds');
        await call.getByRole('textbox', { name: 'Question' }).press('Enter');
        await answer.getByText('Status 200').waitFor();
      },
      'Passages found': async () => {
        await page.keyboard.press('Escape');
        await call.waitFor({ state: 'hidden' });
        await openAsk(id);
        await question.pressSequentially('evening');
        await question.press('Enter');
        await ask.getByText('By words: evening').waitFor();
      },
      'No passage with this metadata': async () => {
        await ask.getByRole('combobox', { name: 'Search by' }).press('Enter');
        await page.getByRole('option', { name: 'Words', exact: true }).press('Enter');
        await ask.getByRole('button', { name: 'Ask only this source' }).first().click();
        await question.press('Control+a');
        await question.pressSequentially('morning');
        await question.press('Enter');
        await ask.getByText('No passage with this metadata has these words.').waitFor();
      },
      'Questions asked before': async () => {
        await question.press('Control+a');
        await question.press('Delete');
        await ask.getByRole('region', { name: 'Asked before' }).waitFor();
      },
      'A service that failed': async () => {
        await openAsk(unreachable);
        await question.pressSequentially('Anything there?');
        await question.press('Enter');
        await ask.getByRole('alert').waitFor();
      },
      'What is found anywhere': async () => {
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox', { name: 'Find anything' }).waitFor();
        await page.keyboard.type('gate.t');
        await page
          .getByRole('option', { name: /^gate\.txt in/ })
          .first()
          .waitFor();
      },
      'Results of the query tester': async () => {
        await page.keyboard.press('Escape');
        await go(`/tester/${id}`);
        await page.getByRole('button', { name: 'Ask 1 question' }).press('Enter');
        await page.getByRole('table', { name: 'Results' }).getByRole('row', { name: /^B/ }).waitFor();
        await page.getByRole('button', { name: /^When are beds watered/ }).press('Enter');
        await page.getByRole('button', { name: 'Ask both' }).press('Enter');
        await page.getByRole('region', { name: 'Passages of B' }).getByText('expected').waitFor();
      },
      'The API of a store': async () => {
        await go(`/stores/${store.id}`);
        await page.getByRole('button', { name: 'More for Archive of the walk' }).click();
        await page.getByRole('menuitem', { name: 'API' }).click();
        await call.getByRole('region', { name: 'Upsert in curl' }).waitFor();
      },
    });
    expect(faults).toEqual({});
  });
});
