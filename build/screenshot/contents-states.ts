import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { z } from 'zod';

/** The places of the rail and what is found from everywhere, with something in them. */
export const placeStates = {
  async flows(page, url) {
    await fillFlow(page, url, 'Garden handbookPdf');
    await page.goto(`${url}/#/`);
    await page.getByText('Garden handbookPdf').first().waitFor();
  },
  async 'flows-new'(page, url) {
    await page.goto(`${url}/#/flows?new=1`);
    await page.getByRole('radio', { name: 'Empty canvas' }).waitFor();
  },
  async 'flows-move'(page, url) {
    const id = await fillFlow(page, url, 'Garden handbookPdf');
    await page.goto(`${url}/#/flows?move=${id}`);
    await page.getByRole('textbox', { name: 'Server URL' }).fill('http://localhost:6333');
  },
  async bin(page, url) {
    const id = await fillFlow(page, url, 'Handbook of last year');
    await page.request.post(`${url}/api/v1/bin/chatflows/${id}`, { data: {} });
    await page.goto(`${url}/#/contents/${await fillFlow(page, url, 'Garden handbookPdf')}`);
    await removeSource(page, 'plots.csv');
    await page.goto(`${url}/#/bin`);
    await page.getByRole('list', { name: 'Removed files and pages' }).getByText('plots.csv').first().waitFor();
  },
  async find(page, url) {
    await fillFlow(page, url, 'Garden handbookPdf');
    await page.goto(`${url}/#/runs`);
    await page.getByRole('main').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find anything' }).fill('handbookPdf');
    await page.getByRole('option', { name: 'handbookPdf.md in Garden handbookPdf' }).first().waitFor();
  },
  async 'ask-everything'(page, url) {
    await fillFlow(page, url, 'Garden handbookPdf');
    await page.goto(`${url}/#/ask?q=When%20is%20the%20gate%20locked`);
    await page.getByText('The gate is locked').first().waitFor();
  },
  async tester(page, url) {
    const ownerId = await fillFlow(page, url, 'Garden handbookPdf');
    const questions = [
      { question: 'When is the gate locked?', sources: ['handbookPdf.md'] },
      { question: 'How large is plot 21?', sources: ['plots.csv'] },
    ];
    await page.request.post(`${url}/api/v1/test-questions`, { data: { ownerId, questions } });
    await page.goto(`${url}/#/tester/${ownerId}`);
    await page.getByRole('button', { name: 'Ask 2 questions' }).click();
    await page.getByRole('table', { name: 'Results' }).waitFor();
    await page.getByRole('button', { name: /^When is the gate/ }).click();
    await page.getByRole('button', { name: 'Ask both' }).click();
    await page.getByRole('region', { name: 'Passages of B' }).getByRole('listitem').first().waitFor();
  },
  async original(page, url) {
    const ownerId = await fillFlow(page, url, 'Garden handbookPdf', [handbookPdf]);
    await page.goto(`${url}/#/contents/${ownerId}`);
    await page.getByRole('article').nth(2).click();
    await page.getByRole('button', { name: 'Original', exact: true }).click();
    await page.getByRole('region', { name: 'Original', exact: true }).locator('[data-mark]').first().waitFor();
  },
  async 'unknown-page'(page, url) {
    await page.goto(`${url}/#/nowhere`);
    await page.getByText('There is no such page').waitFor();
  },
} satisfies Record<string, (page: Page, url: string) => Promise<void>>;

const EMPTY_PLACES = {
  'flows-none': ['/', 'Your flows will be here'],
  'stores-none': ['/stores', 'Your document stores will be here'],
  'runs-empty': ['/runs', 'Your runs will be here'],
  'ask-nothing': ['/ask', 'There is nothing to ask yet'],
  'bin-empty': ['/bin', 'The bin is empty'],
} as const;

/** The places of a server on which there is nothing yet. */
export const emptyStates = Object.fromEntries(
  Object.entries(EMPTY_PLACES).map(([name, [path, words]]) => [
    name,
    async (page: Page, url: string) => {
      await page.goto(`${url}/#${path}`);
      await page.getByText(words).waitFor();
    },
  ]),
);

const root = resolve(import.meta.dirname, '../..');
/** Texts about different things, which a search can distinguish. */
const PATHS = [
  'docs/architecture.md',
  'docs/http-api.md',
  'docs/cli.md',
  'docs/keys-and-secrets.md',
  'docs/security.md',
  'docs/settings.md',
  'CONTRIBUTING.md',
  'README.md',
].map((path) => join(root, path));

/** The flow of all pictures of a server. */
const filled = new Map<string, Promise<string>>();

async function openMap(page: Page, url: string): Promise<void> {
  const flow = filled.get(url) ?? fillFlow(page, url, 'Manuals', PATHS);
  filled.set(url, flow);
  await page.goto(`${url}/#/map/${await flow}`);
  await page.getByRole('application').waitFor();
}

/** The points of a flow. */
export const mapStates = {
  map: open,
  async 'map-point'(page: Page, url: string) {
    await openMap(page, url);
    await page.getByRole('application').press('ArrowDown');
    await page.getByText('Enter opens it, Space selects it').waitFor();
    await page.getByText(/^Chunk \d+$/).waitFor();
  },
  async 'map-question'(page: Page, url: string) {
    await openMap(page, url);
    await page.getByRole('textbox', { name: 'Question' }).fill('How do I restore a backup?');
    await page.getByRole('button', { name: 'Show on the map' }).click();
    await page.getByRole('list', { name: 'Nearest chunks' }).waitFor();
  },
  async 'map-selection'(page: Page, url: string) {
    await openMap(page, url);
    await page.getByRole('button', { name: /^http-api\.md/ }).click();
    await page.getByRole('button', { name: /^Select its/ }).click();
    await page
      .getByRole('region', { name: /selected$/ })
      .getByRole('link')
      .first()
      .waitFor();
  },
  async 'map-few'(page: Page, url: string) {
    await page.goto(`${url}/#/map/${await fillFlow(page, url, 'Garden handbook')}`);
    await page.getByRole('application').waitFor();
  },
};

const FlowSchema = z.looseObject({ id: z.string(), flowData: z.string() });

const handbook = [
  'Water before nine in the morning or after seven in the evening, and never with a sprinkler in June.',
  'A plot that is left for eight weeks goes to the next person on the list.',
  'The gate is locked after eight in the evening. Whoever leaves last checks the barrels.',
].join('\n\n');

/** A new flow like the first one, with two small files and these stored. @returns its id */
async function fillFlow(page: Page, url: string, name: string, paths: readonly string[] = []): Promise<string> {
  const api = `${url}/api/v1`;
  const flows = z.array(FlowSchema).parse(await (await page.request.get(`${api}/chatflows`)).json());
  const flowData = flows.at(-1)?.flowData;
  const apiConfig = JSON.stringify({
    overrideConfig: { status: true, nodes: { 'File Loader': [{ name: 'files', enabled: true }] } },
  });
  const answer: unknown = await (
    await page.request.post(`${api}/chatflows`, { data: { name, flowData, apiConfig } })
  ).json();
  const { id } = FlowSchema.parse(answer);
  const form = new FormData();
  form.append('files', new File([handbook], 'handbook.md'));
  form.append('files', new File(['plot,size\n12,80\n21,64\n'], 'plots.csv'));
  for (const path of paths) form.append('files', new File([await readFile(path)], basename(path)));
  await page.request.post(`${api}/vector/upsert/${id}`, { multipart: form });
  return id;
}

const handbookPdf = join(import.meta.dirname, '..', '..', 'samples', 'garden-handbook.pdf');

async function open(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#/contents/${await fillFlow(page, url, 'Garden handbook')}`);
  await page.getByRole('article').first().waitFor();
}

/** Removes a source of the open contents into the bin. */
async function removeSource(page: Page, name: string): Promise<void> {
  await page.getByRole('region', { name: 'Sources', exact: true }).getByRole('button', { name }).first().focus();
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: 'Remove source' }).click();
  await page.getByRole('link', { name: /removed source/ }).waitFor();
}

/** What is in a flow. */
export const contentsStates = {
  contents: open,
  async 'contents-edit'(page: Page, url: string) {
    await open(page, url);
    await page.getByRole('button', { name: 'Edit chunk 1' }).first().click();
    await page.getByRole('textbox', { name: 'Text of the chunk' }).waitFor();
  },
  async 'contents-filter'(page: Page, url: string) {
    await page.goto(`${url}/#/contents/${await fillFlow(page, url, 'Garden handbook', [handbookPdf])}`);
    await page.getByRole('article').first().waitFor();
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('menuitem', { name: 'page', exact: true }).hover();
    await page.getByRole('menuitem', { name: /^2/ }).waitFor();
  },
  async 'contents-failed'(page: Page, url: string) {
    const id = await fillFlow(page, url, 'Garden handbook');
    const form = new FormData();
    form.append('files', new File([handbook], 'handbook.md'));
    form.append('files', new File(['%PDF-1.4 nothing'], 'minutes-of-may.pdf'));
    form.append('files', new File([''], 'empty.txt'));
    form.append('skipFailedFiles', 'true');
    await page.request.post(`${url}/api/v1/vector/upsert/${id}`, { multipart: form });
    await page.goto(`${url}/#/contents/${id}`);
    await page.getByRole('button', { name: /^Not read/ }).click();
    await page.getByRole('region', { name: 'Not read' }).waitFor();
  },
  async 'contents-search'(page: Page, url: string) {
    await open(page, url);
    await page.getByRole('searchbox', { name: 'Search chunks' }).fill('gate');
    await page.getByText('1 chunk found').waitFor();
  },
};
