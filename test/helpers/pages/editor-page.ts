import type { Page } from 'playwright-core';
import { createStarterApiConfig, createStarterFlow } from '../../../shared/flow/starter-flow.ts';
import type { ApiClient } from '../servers/api-client.ts';

export interface PageFile {
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** Makes an empty flow as a user does, from the list of flows, and waits for its canvas. */
export async function createEmptyFlow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New flow', exact: true }).click();
  await page.getByRole('button', { name: 'Create flow', exact: true }).click();
  await page.getByText('Your flow begins here').waitFor();
}

/** The parts of a flow's page that a user acts on, by their visible names. */
export function editorPage(page: Page) {
  const drawer = page.getByRole('region', { name: 'Upsert', exact: true });
  const queryPanel = page.getByRole('region', { name: 'Ask', exact: true });
  return {
    page,
    drawer,
    queryPanel,
    /** Opens the drawer from the top bar. */
    async openUpsert(): Promise<void> {
      await page.getByRole('button', { name: 'Upsert', exact: true }).first().click();
      await drawer.waitFor();
    },
    async chooseFiles(...files: readonly PageFile[]): Promise<void> {
      const payload = files.map(({ name, content }) => ({
        name,
        // The names of these tests' file types in browsers.
        mimeType: name.endsWith('.png') ? 'image/png' : 'application/octet-stream',
        buffer: Buffer.from(content),
      }));
      const chooser = page.waitForEvent('filechooser');
      await drawer.getByRole('button', { name: 'Choose files' }).click();
      await (await chooser).setFiles(payload);
    },
    /** Presses the button that starts the upsert. */
    async upsert(): Promise<void> {
      await drawer.getByRole('button', { name: /^Upsert( \d+ files?)?$/ }).click();
    },
    async takeSamples(): Promise<void> {
      await drawer.getByRole('button', { name: 'Use the sample documents' }).click();
    },
    async queryFor(question: string): Promise<void> {
      await queryPanel.getByRole('textbox', { name: 'Question' }).fill(question);
      await queryPanel.getByRole('textbox', { name: 'Question' }).press('Enter');
    },
  };
}

export type EditorPage = ReturnType<typeof editorPage>;

/** Makes a flow like the starter flow, so that a test has its own, and opens it in the page. Returns its id. */
export async function openNewFlow(page: Page, url: string, api: ApiClient): Promise<string> {
  const chatflow = await api.createFlow(createStarterFlow(), JSON.stringify(createStarterApiConfig()));
  await page.goto(`${url}/#/flows/${chatflow.id}`);
  return chatflow.id;
}
