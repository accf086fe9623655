import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { canvasPage } from './canvas-page.ts';
import { createEmptyFlow, editorPage } from './editor-page.ts';

const handbook = fileURLToPath(new URL('../../../samples/garden-handbook.pdf', import.meta.url));

/** Builds a flow from nothing, like a new user: PDF File, Local vector store and On-device embedding, connected by hand. */
export async function drawPdfFlow(page: Page): Promise<void> {
  const canvas = canvasPage(page);
  await createEmptyFlow(page);
  const store = 'Local vector store (HNSW)';
  await canvas.dragIn('PDF File', 160, 120);
  await canvas.dragIn('On-device embedding', 160, 340);
  await canvas.dragIn(store, 560, 200);
  await canvas.drawEdge(canvas.handle('PDF File', 'Output Document'), canvas.handle(store, 'Input Document'));
  await canvas.drawEdge(canvas.handle('On-device', 'Output Embeddings'), canvas.handle(store, 'Input Embeddings'));
  await canvas.edges.nth(1).waitFor();
  await canvas.canvas.focus();
  await page.keyboard.press('Escape');
  await canvas.ready();
}

/** Upserts the sample PDF with the window's button, queries one of its sentences, and returns the text of the first passage. */
export async function upsertPdfAndQuery(page: Page): Promise<string | null> {
  const { openUpsert, chooseFiles, upsert, drawer, queryPanel, queryFor } = editorPage(page);
  await openUpsert();
  await chooseFiles({ name: 'garden-handbook.pdf', content: readFileSync(handbook) });
  await upsert();
  await drawer.getByRole('button', { name: 'Ask a question' }).click();
  await queryFor('Who looks after the bees?');
  const passage = queryPanel.getByRole('listitem').first();
  await passage.waitFor();
  return passage.textContent();
}
