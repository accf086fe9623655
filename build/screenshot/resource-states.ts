import type { Page } from 'playwright-core';
import { z } from 'zod';

const RowSchema = z.looseObject({ id: z.string() });

const tools = [
  {
    name: 'book_plot',
    description: 'Books a garden plot for a member. Use it only when the member has confirmed the date.',
    color: '#2b7a4b',
    schema: JSON.stringify([
      { id: 1, property: 'plot', description: 'Number of the plot', type: 'number', required: true },
      { id: 2, property: 'from', description: 'First day', type: 'date', required: true },
      { id: 3, property: 'note', description: 'What the committee should know', type: 'string', required: false },
    ]),
    func: [
      '// Books a plot and says what it costs.',
      'const days = Math.max(1, Math.round((new Date() - new Date($from)) / 86400000));',
      'const answer = await fetch("https://garden.example/api/plots/" + $plot, {',
      '  method: "POST",',
      '  body: JSON.stringify({ from: $from, note: $note ?? null }),',
      '});',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: code of a tool
      'return `Booked for ${days} days: ${(await answer.json()).price} EUR`;',
    ].join('\n'),
  },
  { name: 'water_level', description: 'Reads how full the rain barrels are.', schema: '[]', func: 'return 80;' },
  { name: 'open_gate', description: 'Opens the north gate for five minutes.', func: 'return true;' },
] as const;

const variables = [
  { name: 'team', value: 'Garden committee' },
  { name: 'hubAddress', value: 'https://models.garden.example/v1' },
  { name: 'GARDEN_REGION', type: 'runtime' },
] as const;

const comments = [
  ['THUMBS_UP', 'Right to the point, and it named the page of the handbook.'],
  ['THUMBS_DOWN', 'The fee is from last year.'],
  ['THUMBS_UP', ''],
  ['THUMBS_DOWN', 'It answered about plot 12, but the question was about plot 21.'],
  ['THUMBS_UP', 'Thank you, that saved me a call.'],
] as const;

/** Calls the API from outside of the page. */
async function post(page: Page, url: string, path: string, data: object): Promise<string> {
  const answer: unknown = await (await page.request.post(`${url}/api/v1${path}`, { data })).json();
  return RowSchema.parse(answer).id;
}

async function firstFlow(page: Page, url: string): Promise<string> {
  const flows: unknown = await (await page.request.get(`${url}/api/v1/chatflows`)).json();
  const [flow] = z.array(RowSchema).parse(flows);
  if (flow === undefined) throw new Error('There is no flow.');
  return flow.id;
}

/** Asks the flow, and gives the id of the message that answers. */
async function makeMessage(
  page: Page,
  url: string,
  { chatflowid, chatId }: Readonly<Record<'chatflowid' | 'chatId', string>>,
): Promise<string> {
  const data = { question: 'What does plot 12 cost?', chatId };
  const answer: unknown = await (await page.request.post(`${url}/api/v1/prediction/${chatflowid}`, { data })).json();
  return z.object({ chatMessageId: z.string() }).parse(answer).chatMessageId;
}

/** Makes a few of each kind, once. */
async function fill(page: Page, url: string): Promise<void> {
  const present: unknown = await (await page.request.get(`${url}/api/v1/tools`)).json();
  if (z.array(RowSchema).parse(present).length > 0) return;
  for (const tool of tools.toReversed()) await post(page, url, '/tools', tool);
  for (const variable of variables.toReversed()) await post(page, url, '/variables', variable);
  const openAi = { name: 'OpenAI, team account', kind: 'openAIApi', fields: { openAIApiKey: 'sk-example' } };
  await post(page, url, '/credentials', { ...openAi, hosts: ['models.garden.example'] });
  await post(page, url, '/credentials', { name: 'Code of the club', kind: 'githubApi', fields: { accessToken: 'x' } });
  const details = { name: 'Garden guide', instructions: 'Answer from the handbook.', model: 'small' };
  await post(page, url, '/assistants', { details: JSON.stringify(details) });
  await post(page, url, '/apikey', { keyName: 'Nightly import' });
  await post(page, url, '/apikey', { keyName: 'Website of the club' });
  const chatflowid = await firstFlow(page, url);
  for (const [index, [rating, content]] of comments.entries()) {
    const messageId = await makeMessage(page, url, { chatflowid, chatId: `visitor-${index + 1}` });
    await post(page, url, '/feedback', { messageId, rating, content: content === '' ? null : content });
  }
}

async function openTab(page: Page, url: string, tab: string, search = ''): Promise<void> {
  await fill(page, url);
  await page.goto(`${url}/#/resources/${tab}${search}`);
  await page.getByRole('heading', { name: 'Resources' }).waitFor();
}

async function openRow(page: Page, url: string, tab: string, name: string): Promise<void> {
  await openTab(page, url, tab);
  await page.getByRole('link', { name }).click();
  await page.getByRole('heading', { name, level: 2 }).waitFor();
}

/** The flow that a new data folder begins with, or a copy of it. */
async function starterFlow(page: Page, url: string): Promise<string> {
  const flows = z
    .array(RowSchema.extend({ flowData: z.string() }))
    .parse(await (await page.request.get(`${url}/api/v1/chatflows`)).json());
  const starter = flows.find(({ flowData }) => flowData.includes('recursiveCharacterTextSplitter_0'));
  if (starter === undefined) throw new Error('There is no flow with a splitter.');
  return starter.id;
}

async function openApi(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#/flows/${await starterFlow(page, url)}`);
  await page.getByRole('banner').getByRole('button', { name: 'API' }).click();
  await page.getByRole('dialog').getByRole('region', { name: 'Upsert in curl' }).waitFor();
}

/** The screens of Resources, and the API of a flow. */
export const resourceStates = {
  async 'resources-empty'(page, url) {
    // Nothing is listed in this picture, whatever the pictures before it made.
    await page.route(/\/api\/v1\/tools$/, (route) => route.fulfill({ json: [] }));
    await page.goto(`${url}/#/resources/tools`);
    await page.getByText('Your tools will be here').waitFor();
  },
  'resources-credential': (page, url) => openRow(page, url, 'credentials', 'OpenAI, team account'),
  'resources-api-key': (page, url) => openRow(page, url, 'api-keys', 'Nightly import'),
  async 'resources-new-api-key'(page, url) {
    await openTab(page, url, 'api-keys', '?open=new');
    await page.getByRole('textbox', { name: 'Name' }).fill('Backup script');
    await page.getByRole('button', { name: 'Create API key' }).click();
    await page.getByRole('button', { name: 'Copy the key' }).waitFor();
  },
  'resources-variable': (page, url) => openRow(page, url, 'variables', 'hubAddress'),
  async 'resources-tool'(page, url) {
    await openRow(page, url, 'tools', 'book_plot');
    // The line numbers are put beside their lines.
    await page.locator('.cm-lineNumbers').getByText('7', { exact: true }).waitFor();
  },
  async 'resources-import'(page, url) {
    await openTab(page, url, 'tools', '?open=import');
    const rows = [
      { name: 'open_gate', description: 'Opens the south gate for ten minutes.', func: 'return true;' },
      { name: 'close_gate', description: 'Closes both gates.', func: 'return true;' },
      { description: 'Nobody named this one.' },
    ];
    await page.getByLabel('JSON file').setInputFiles({
      name: 'tools.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(rows)),
    });
    await page.getByRole('list', { name: 'What the import does' }).waitFor();
  },
  'resources-assistant': (page, url) => openRow(page, url, 'assistants', 'Garden guide'),
  async 'resources-feedback'(page, url) {
    await openTab(page, url, 'feedback');
    await page.getByRole('list', { name: 'Feedback' }).waitFor();
  },
  api: openApi,
  async 'api-answer'(page, url) {
    await openApi(page, url);
    await page.getByRole('radio', { name: 'Query' }).click();
    await page.getByRole('radio', { name: 'Python' }).click();
    await page.getByRole('textbox', { name: 'Question' }).fill('Who looks after the bees?');
    await page.getByRole('button', { name: 'Send the call' }).click();
    await page.getByRole('region', { name: 'Answer', exact: true }).waitFor();
  },
  async 'api-overrides'(page, url) {
    await openApi(page, url);
    await page.getByRole('button', { name: /^Recursive Character Text Splitter/ }).click();
    await page.getByRole('switch').first().scrollIntoViewIfNeeded();
  },
} as const satisfies Record<string, (page: Page, url: string) => Promise<void>>;
