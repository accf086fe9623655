import type { Page } from 'playwright-core';

async function bring(page: Page, url: string, files: Readonly<Record<string, string>>): Promise<string> {
  const api = `${url}/api/v1`;
  const flows: unknown = await (await page.request.get(`${api}/chatflows`)).json();
  const flow: unknown = Array.isArray(flows) ? flows.at(-1) : undefined;
  if (typeof flow !== 'object' || flow === null || !('id' in flow)) throw new Error('There is no flow to run.');
  const form = new FormData();
  form.append('skipFailedFiles', 'true');
  for (const [name, text] of Object.entries(files)) form.append('files', new Blob([text]), name);
  const answer = await page.request.post(`${api}/vector/upsert/${String(flow.id)}`, { multipart: form });
  const result: unknown = await answer.json();
  if (typeof result !== 'object' || result === null) throw new Error('The upsert answered nothing.');
  return 'runId' in result ? String(result.runId) : '';
}

const handbook = 'Please water before nine in the morning or after seven in the evening.';
const broken = '%PDF-1.4\nthis is not the inside of a PDF\n';

/** A run that changed one file and could not read another, behind one with a third. */
async function bringTwice(page: Page, url: string): Promise<string> {
  await bring(page, url, {
    'handbook.txt': handbook,
    'plots.txt': 'Plot 7 is free.',
    'letters/spring.txt': 'Dear all,',
  });
  return bring(page, url, { 'handbook.txt': handbook, 'plots.txt': 'Plot 7 is taken.', 'broken.pdf': broken });
}

/** How to reach the pages of runs. */
export const runStates = {
  async runs(page, url) {
    await bringTwice(page, url);
    await bring(page, url, { 'broken.pdf': broken });
    await page.goto(`${url}/#/runs`);
    await page.getByRole('list', { name: 'Runs' }).getByText('Failed').first().waitFor();
  },
  async 'runs-none'(page, url) {
    await page.goto(`${url}/#/runs?file=no-such-file`);
    await page.getByText('No run is like that').waitFor();
  },
  async run(page, url) {
    const runId = await bringTwice(page, url);
    await page.goto(`${url}/#/runs/${runId}`);
    await page.getByRole('region', { name: 'Compared with the run before' }).getByText('plots.txt').waitFor();
  },
  async 'run-chunks'(page, url) {
    const runId = await bringTwice(page, url);
    await page.goto(`${url}/#/runs/${runId}?chunks=added`);
    await page.getByRole('region', { name: 'Added chunks' }).getByText('Plot 7 is taken.').waitFor();
  },
  async 'run-undo'(page, url) {
    const runId = await bringTwice(page, url);
    await page.goto(`${url}/#/runs/${runId}?undo=ask`);
    await page.getByRole('alertdialog', { name: 'Undo this upsert?' }).waitFor();
  },
  async 'run-undone'(page, url) {
    const runId = await bringTwice(page, url);
    await page.request.post(`${url}/api/v1/runs/${runId}/undo`);
    await page.goto(`${url}/#/runs/${runId}?chunks=added`);
    await page
      .getByText(/^Undone/)
      .first()
      .waitFor();
  },
  async 'run-failed'(page, url) {
    await bring(page, url, { 'broken.pdf': broken });
    await page.goto(`${url}/#/runs?status=FAILED`);
    await page.getByRole('list', { name: 'Runs' }).getByRole('link').first().click();
    await page.getByRole('alert').waitFor();
  },
} satisfies Record<string, (page: Page, url: string) => Promise<void>>;
