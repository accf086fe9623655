import { describe, expect, test } from 'vitest';
import { makeEnglishText } from '../helpers/builders/english-text.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { editorPage, openNewFlow } from '../helpers/pages/editor-page.ts';

if (browserSkipReason !== undefined) {
  console.warn(`\nTHE BROWSER TEST OF TWO WINDOWS IS SKIPPED: ${browserSkipReason}.\n`);
}

describe.skipIf(browserSkipReason !== undefined)('An upsert in two windows', () => {
  const suite = setUpBrowserSuite();
  const editor = () => editorPage(suite.page);

  test('is the same run, from its beginning to its end, and a reload shows the last one', async () => {
    const id = await openNewFlow(suite.page, suite.url, suite.api);
    const second = await suite.openTab();
    await second.goto(`${suite.url}/#/flows/${id}`);
    await second.locator('.react-flow__node').first().waitFor();
    await editor().openUpsert();
    await editor().chooseFiles({ name: 'large.txt', content: makeEnglishText(1_500_000) });
    await editor().upsert();
    const other = editorPage(second).drawer;
    await other.getByRole('progressbar', { name: 'Progress of the upsert' }).waitFor();
    await other
      .getByText(/\d of [\d,]+ chunks/)
      .first()
      .waitFor();
    await other.getByRole('list', { name: 'Files' }).getByText('large.txt').waitFor();
    await editor().drawer.getByRole('button', { name: 'Ask a question' }).waitFor({ timeout: 120_000 });
    await other.getByRole('button', { name: 'Ask a question' }).waitFor();
    const words = await other.getByRole('heading', { name: /chunks added/ }).textContent();
    expect(words).toBe(
      await editor()
        .drawer.getByRole('heading', { name: /chunks added/ })
        .textContent(),
    );

    await second.reload();
    await second.locator('.react-flow__node').first().waitFor();
    await editorPage(second).openUpsert();
    await other.getByRole('heading', { name: /chunks added/ }).waitFor();
    await other.getByRole('list', { name: 'Files' }).getByText('large.txt').waitFor();
  });
});
