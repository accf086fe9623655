import type { Locator, Page } from 'playwright-core';
import { z } from 'zod';
import { UpsertAcceptedSchema } from '../../../shared/api/vector.ts';
import { createStarterApiConfig, createStarterFlow } from '../../../shared/flow/starter-flow.ts';
import { t } from '../../../shared/texts/t.ts';
import type { Answer, ApiClient } from '../servers/api-client.ts';
import { createStoreClient } from '../servers/store-client.ts';

const RowSchema = z.looseObject({ id: z.string() });
const RunIdSchema = UpsertAcceptedSchema.pick({ runId: true });

const RULES = [
  'Water before nine in the morning or after seven in the evening, and never with a sprinkler in June.',
  'A plot that is left for eight weeks goes to the next person on the list.',
  'The gate is locked after eight in the evening. Whoever leaves last checks the barrels.',
].join('\n\n');

/** The ids of what the screens show. */
export interface FilledServer {
  readonly flowId: string;
  readonly storeId: string;
  readonly runId: string;
  readonly toolId: string;
}

/** A screen of the window. */
export interface Screen {
  readonly name: string;
  /** What follows `#` in its address. */
  readonly path: string;
  /** What is there when its data is. */
  readonly ready: (page: Page) => Locator;
  /** What a person does next to see it whole. */
  readonly open?: (page: Page) => Promise<void>;
}

function idOf({ status, body }: Answer): string {
  if (status >= 300) throw new Error(`The server answered ${status}: ${JSON.stringify(body)}`);
  return RowSchema.parse(body).id;
}

async function fillFlow(api: ApiClient): Promise<{ readonly flowId: string; readonly runId: string }> {
  const { id: flowId } = await api.createFlow(createStarterFlow(), JSON.stringify(createStarterApiConfig()));
  await api.json('PUT', `/chatflows/${flowId}`, { name: 'Garden handbook' });
  const plots = { name: 'plots.csv', content: 'plot,size\n12,80\n21,64\n' };
  await api.upsert(flowId, [{ name: 'rules.md', content: RULES }, plots]);
  const changed = { name: 'rules.md', content: RULES.replace('eight weeks', 'nine weeks') };
  const broken = { name: 'broken.pdf', content: '%PDF-1.4\nthis is not the inside of a PDF\n' };
  const { body } = await api.upload(flowId, [changed, plots, broken], { skipFailedFiles: 'true' });
  await api.json('POST', '/feedback', {
    messageId: await api.makeMessage(flowId, 'visitor-1'),
    rating: 'THUMBS_DOWN',
    content: 'The fee is from last year.',
  });
  return { flowId, runId: RunIdSchema.parse(body).runId };
}

async function fillStore(url: string): Promise<string> {
  const stores = createStoreClient(url);
  const { id } = await stores.create({
    name: 'Library',
    embeddingConfig: { name: 'transformersEmbeddings', config: {} },
    vectorStoreConfig: { name: 'hnsw', config: {} },
    recordManagerConfig: { name: 'SQLiteRecordManager', config: { cleanup: 'incremental' } },
  });
  const loader = JSON.stringify({ name: 'textFile', config: {} });
  await stores.upsert(id, [{ name: 'rules.txt', content: RULES }], { loader });
  return id;
}

/** Puts something on every screen: a flow with two runs, a store, one thing of each resource, a full bin, a backup. */
export async function fillServer(api: ApiClient, url: string): Promise<FilledServer> {
  const { flowId, runId } = await fillFlow(api);
  const storeId = await fillStore(url);
  const old = await api.createFlow(createStarterFlow());
  idOf(await api.json('POST', `/bin/chatflows/${old.id}`, {}));
  await api.call('POST', '/backups');
  const tool = { name: 'book_plot', description: 'Books a garden plot.', schema: '[]', func: 'return 80;' };
  const toolId = idOf(await api.json('POST', '/tools', tool));
  idOf(await api.json('POST', '/variables', { name: 'team', value: 'Garden committee' }));
  const fields = { openAIApiKey: 'sk-example' };
  idOf(await api.json('POST', '/credentials', { name: 'Team account', kind: 'openAIApi', fields }));
  const details = JSON.stringify({ name: 'Garden guide', instructions: 'Answer from the handbook.', model: 'small' });
  idOf(await api.json('POST', '/assistants', { details }));
  idOf(await api.json('POST', '/apikey', { keyName: 'Import at night' }));
  return { flowId, storeId, runId, toolId };
}

const main = (page: Page): Locator => page.getByRole('main');
const text =
  (words: string | RegExp) =>
  (page: Page): Locator =>
    main(page).getByText(words).first();
const title =
  (name: string, level: number) =>
  (page: Page): Locator =>
    page.getByRole('heading', { name, level });

const SECTIONS = {
  general: 'General',
  data: 'Data folder',
  models: 'Models',
  keys: 'Keys and private mode',
  limits: 'Port and limits',
  backups: 'Backups',
  activity: 'Activity',
  about: 'About',
};

/** What only the tab has. */
const STORE_TABS = {
  ask: (page: Page) => page.getByRole('textbox', { name: t('Question') }),
  // In the words of the server.
  sync: text('Nothing here fetches'),
  settings: (page: Page) => page.getByRole('combobox', { name: t('Embedding model') }),
};

/** Words that only the list of the tab has. */
const RESOURCES = {
  credentials: 'Team account',
  'api-keys': 'Import at night',
  variables: 'Garden committee',
  tools: 'book_plot',
  assistants: 'Garden guide',
  feedback: 'The fee is from last year.',
};

/** All places and pages with something in them. */
export function filledScreens({ flowId, storeId, runId, toolId }: FilledServer): readonly Screen[] {
  return [
    { name: 'Flows', path: '/', ready: text('Garden handbook') },
    { name: 'New flow', path: '/flows?new=1', ready: (page) => page.getByRole('radio', { name: t('Empty canvas') }) },
    {
      name: 'Editor',
      path: `/flows/${flowId}`,
      ready: (page) => page.locator('.react-flow__node').first(),
      async open(page) {
        await page
          .getByRole('button', { name: t('Upsert'), exact: true })
          .first()
          .click();
        await page.getByRole('region', { name: t('Upsert'), exact: true }).waitFor();
      },
    },
    { name: 'Bin', path: '/bin', ready: text('Test flow') },
    { name: 'Ask everything', path: '/ask?q=When%20is%20the%20gate%20locked', ready: text('The gate is locked') },
    { name: 'Stores', path: '/stores', ready: text('Library') },
    { name: 'Store', path: `/stores/${storeId}`, ready: (page) => page.getByRole('list', { name: t('Loaders') }) },
    ...Object.entries(STORE_TABS).map(([tab, content]) => ({
      name: `Store, ${tab}`,
      path: `/stores/${storeId}?tab=${tab}`,
      ready: content,
    })),
    {
      name: 'Contents',
      path: `/contents/${flowId}`,
      ready: (page) => page.getByRole('article').first(),
      async open(page) {
        const sources = page.getByRole('region', { name: t('Sources'), exact: true });
        await sources.getByRole('button', { name: 'rules.md' }).first().click();
        const source = page.getByRole('region', { name: 'rules.md', exact: true });
        await source.getByRole('article').first().waitFor();
      },
    },
    {
      name: 'Map',
      path: `/map/${flowId}`,
      ready: (page) => page.getByRole('application'),
      async open(page) {
        await page.getByRole('button', { name: /^rules\.md/ }).click();
        await page.getByRole('button', { name: /^Select its/ }).click();
        await page
          .getByRole('region', { name: /selected$/ })
          .getByRole('link')
          .first()
          .waitFor();
      },
    },
    { name: 'Query tester', path: `/tester/${flowId}`, ready: title(t('Query tester'), 1) },
    { name: 'Runs', path: '/runs', ready: (page) => page.getByRole('list', { name: t('Runs') }) },
    { name: 'Run', path: `/runs/${runId}`, ready: text('broken.pdf') },
    ...Object.entries(RESOURCES).map(([tab, row]) => ({
      name: `Resources, ${tab}`,
      path: `/resources/${tab}`,
      ready: text(row),
    })),
    { name: 'A tool', path: `/resources/tools?open=${toolId}`, ready: (page) => page.locator('.cm-content') },
    ...Object.entries(SECTIONS).map(([section, heading]) => ({
      name: `Settings, ${section}`,
      path: `/settings/${section}`,
      ready: title(t(heading), 2),
    })),
    { name: 'HTTP API', path: '/api/about', ready: text('UNAUTHORIZED') },
    { name: 'An operation', path: '/api/upsertVector', ready: text('FILE_ENCRYPTED') },
    { name: 'No such page', path: '/nowhere', ready: text(t('There is no such page')) },
  ];
}

/** The places of a server on which there is nothing yet. */
export const emptyScreens = (): readonly Screen[] => [
  { name: 'No flows', path: '/', ready: text(t('Your flows will be here')) },
  { name: 'Nothing to ask', path: '/ask', ready: text(t('There is nothing to ask yet')) },
  { name: 'No stores', path: '/stores', ready: text(t('Your document stores will be here')) },
  { name: 'No runs', path: '/runs', ready: text(t('Your runs will be here')) },
  { name: 'No tools', path: '/resources/tools', ready: text(t('Your tools will be here')) },
  { name: 'No feedback', path: '/resources/feedback', ready: text(t('What people say of answers will be here')) },
  { name: 'An empty bin', path: '/bin', ready: text(t('The bin is empty')) },
];
