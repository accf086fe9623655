import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';
import { z } from 'zod';

const FlowSchema = z.looseObject({ id: z.string(), flowData: z.string() });

const handbook = [
  'Water before nine in the morning or after seven in the evening, and never with a sprinkler in June.',
  'A plot that is left for eight weeks goes to the next person on the list.',
  'The gate is locked after eight in the evening. Whoever leaves last checks the barrels.',
].join('\n\n');

/** A new flow like the first one, with two small files and these stored. @returns its id */
export async function fillFlow(page: Page, url: string, name: string, paths: readonly string[] = []): Promise<string> {
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
export async function removeSource(page: Page, name: string): Promise<void> {
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
