import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { contentsStates, mapStates, placeStates } from './contents-states.ts';
import { editingStates, historyStates, largeFlowStates, markStates, openMadeFlow } from './editing-states.ts';
import { nodeStates } from './node-states.ts';
import { resourceStates } from './resource-states.ts';
import { runStates } from './run-states.ts';
import { settingsStates } from './settings-states.ts';
import { startStates } from './start-states.ts';
import { storeStates } from './store-states.ts';

const samples = ['garden-handbook.pdf', 'plots.csv', 'spring-meeting.docx'].map((name) =>
  join(import.meta.dirname, '..', '..', 'samples', name),
);

/** The built-in model takes many seconds for this many characters: time for the picture of a running upsert. */
const BIG_TEXT_CHARACTERS = 6_000_000;

function drawerOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Upsert', exact: true });
}

/** A new flow with the content of the starter flow, so that each picture starts from the same state. Returns its id. */
async function openFreshFlow(page: Page, url: string): Promise<void> {
  const api = `${url}/api/v1/chatflows`;
  const flows: unknown = await (await page.request.get(api)).json();
  const starter: unknown = Array.isArray(flows) ? flows.at(-1) : undefined;
  await openMadeFlow(page, url, starter);
  await page.locator('.react-flow__node').first().waitFor();
}

async function openDrawer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Upsert', exact: true }).first().click();
  await drawerOf(page).waitFor();
}

async function upsert(page: Page, files: string[] | { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await openDrawer(page);
  const chooser = page.waitForEvent('filechooser');
  await drawerOf(page).getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles(files);
  await drawerOf(page)
    .getByRole('button', { name: /^Upsert \d+ files?$/ })
    .click();
}

async function upsertSamples(page: Page): Promise<void> {
  await upsert(page, samples);
  await drawerOf(page).getByRole('button', { name: 'Ask a question' }).waitFor();
}

function askPanel(page: Page): Locator {
  return page.getByRole('region', { name: 'Ask', exact: true });
}

async function ask(page: Page, question: string): Promise<void> {
  await drawerOf(page).getByRole('button', { name: 'Ask a question' }).click();
  const panel = askPanel(page);
  await panel.getByRole('textbox', { name: 'Question' }).fill(question);
  await panel.getByRole('textbox', { name: 'Question' }).press('Enter');
  await panel.getByRole('listitem').first().waitFor();
}

async function askForAnswer(page: Page, question: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Ask' }).click();
  const panel = askPanel(page);
  await panel.getByRole('radio', { name: 'Answer' }).click();
  await panel.getByRole('textbox', { name: 'Question' }).fill(question);
  await panel.getByRole('textbox', { name: 'Question' }).press('Enter');
  await panel.getByRole('article', { name: question }).getByRole('button', { name: 'Copy the answer' }).waitFor();
}

function bigText(): Buffer {
  const line = 'Please water before nine in the morning or after seven in the evening, and leave the gate locked. ';
  let text = '';
  for (let number = 1; text.length < BIG_TEXT_CHARACTERS; number += 1) text += `Note ${number}. ${line}\n\n`;
  return Buffer.from(text);
}

/** The canvas with a finished upsert and an answer. */
export async function takeReadmePicture(page: Page, url: string): Promise<void> {
  await openFreshFlow(page, url);
  await upsertSamples(page);
  await ask(page, 'What is the yearly fee for a plot?');
  // Otherwise the last pointer position would show as a hover.
  await page.mouse.move(640, 24);
}

/** How to reach each state worth a picture. */
export const states = {
  async 'first-start'(page, url) {
    await page.goto(url);
    const list = page.getByRole('link', { name: 'My documents', exact: true }).last();
    const canvas = page.locator('.react-flow__node').first();
    await canvas.or(list).first().waitFor();
    // Only the first picture sees an untouched data folder; the others open that state by hand.
    if (await list.isVisible()) await list.click();
    await canvas.waitFor();
  },
  async editing(page, url) {
    await openFreshFlow(page, url);
    await page.locator('.react-flow__node', { hasText: 'Recursive' }).click();
    await page.getByText('Chunk size').first().waitFor();
  },
  async 'palette-over-canvas'(page, url) {
    await openFreshFlow(page, url);
    await page.keyboard.press('/');
    await page.getByRole('region', { name: 'Nodes', exact: true }).waitFor();
  },
  async 'palette-pinned'(page, url) {
    await openFreshFlow(page, url);
    await page.keyboard.press('/');
    await page.getByRole('button', { name: 'Pin to the side' }).click();
    await page.locator('.react-flow__node', { hasText: 'Recursive' }).click();
  },
  async 'flow-settings'(page, url) {
    await openFreshFlow(page, url);
    await page.getByRole('button', { name: 'Flow settings' }).click();
    await page.getByRole('region', { name: 'Checklist' }).waitFor();
  },
  async problems(page, url) {
    await openFreshFlow(page, url);
    await page.locator('.react-flow__node', { hasText: 'On-device' }).click();
    await page.keyboard.press('Delete');
    await openDrawer(page);
    await drawerOf(page).getByRole('region', { name: 'Problems' }).waitFor();
  },
  async 'high-contrast'(page, url) {
    await page.addInitScript(() => localStorage.setItem('tributary.theme', 'contrast'));
    await openFreshFlow(page, url);
    await page.locator('.react-flow__node', { hasText: 'Recursive' }).click();
  },
  async narrow(page, url) {
    await page.setViewportSize({ width: 800, height: 600 });
    await openFreshFlow(page, url);
    await page.locator('.react-flow__node', { hasText: 'Recursive' }).click();
  },
  async preview(page, url) {
    await openFreshFlow(page, url);
    await page.locator('.react-flow__node', { hasText: 'File Loader' }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a file to preview' }).click();
    await (await chooser).setFiles(samples[0] ?? '');
    await page.getByRole('region', { name: 'Preview' }).getByRole('listitem').first().scrollIntoViewIfNeeded();
  },
  async credential(page, url) {
    await openFreshFlow(page, url);
    await page.getByRole('button', { name: 'Add node' }).click();
    await page.getByRole('combobox', { name: 'Search nodes' }).fill('openai');
    await page
      .getByRole('option', { name: /OpenAI Embedding/ })
      .first()
      .click();
    await page.locator('.react-flow__node', { hasText: 'OpenAI Embedding' }).last().click();
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('form', { name: 'New credential' }).waitFor();
  },
  async 'upsert-open'(page, url) {
    await openFreshFlow(page, url);
    await openDrawer(page);
    await drawerOf(page).getByRole('button', { name: 'Use the sample documents' }).click();
    await drawerOf(page).getByText('plots.csv').waitFor();
  },
  async running(page, url) {
    await openFreshFlow(page, url);
    await upsert(page, { name: 'garden-notes.txt', mimeType: 'text/plain', buffer: bigText() });
    await drawerOf(page)
      .getByText(/^\d.* MB of/)
      .first()
      .waitFor();
  },
  async result(page, url) {
    await openFreshFlow(page, url);
    await upsertSamples(page);
  },
  async error(page, url) {
    await openFreshFlow(page, url);
    const buffer = Buffer.from('%PDF-1.4\nthis is not the inside of a PDF\n');
    await upsert(page, { name: 'annual-report.pdf', mimeType: 'application/pdf', buffer });
    await drawerOf(page).getByRole('alert').waitFor();
  },
  async ask(page, url) {
    await openFreshFlow(page, url);
    await upsertSamples(page);
    await ask(page, 'Who looks after the bees?');
  },
  async 'ask-answer'(page, url) {
    await openFreshFlow(page, url);
    await upsertSamples(page);
    await askForAnswer(page, 'Which shoe size does the captain wear?');
    await askForAnswer(page, 'Who looks after the bees?');
    await askPanel(page)
      .getByRole('button', { name: /^\[1\]/ })
      .first()
      .hover();
    await page.getByRole('tooltip').waitFor();
  },
  async 'ask-refused'(page, url) {
    await openFreshFlow(page, url);
    await upsertSamples(page);
    await askForAnswer(page, 'Which shoe size does the captain wear?');
  },
  ...startStates,
  async 'ask-empty-store'(page, url) {
    await openFreshFlow(page, url);
    await page.getByRole('banner').getByRole('button', { name: 'Ask' }).click();
    await askPanel(page).getByRole('textbox', { name: 'Question' }).fill('Who looks after the bees?');
    await askPanel(page).getByText('Nothing to search yet').waitFor();
  },
  async 'ask-before'(page, url) {
    await openFreshFlow(page, url);
    await upsertSamples(page);
    await ask(page, 'Who looks after the bees?');
    await ask(page, 'What is the yearly fee for a plot?');
    await askPanel(page).getByRole('button', { name: 'Clear the question' }).click();
    await askPanel(page).getByRole('region', { name: 'Asked before' }).waitFor();
  },
  async 'ask-filtered'(page, url) {
    await openFreshFlow(page, url);
    await upsertSamples(page);
    await ask(page, 'plot');
    await askPanel(page).getByRole('button', { name: 'Ask only this source' }).first().click();
    await askPanel(page).getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'source' }).waitFor();
  },
  ...settingsStates,
  ...nodeStates,
  ...editingStates,
  ...historyStates,
  ...largeFlowStates,
  ...markStates,
  ...contentsStates,
  ...mapStates,
  ...resourceStates,
  ...storeStates,
  ...runStates,
  ...placeStates,
} satisfies Record<string, (page: Page, url: string) => Promise<void>>;
