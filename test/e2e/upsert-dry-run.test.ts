import { describe, expect, test } from 'vitest';
import { openLocalSite } from '../helpers/fakes/local-site.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { editorPage, openNewFlow } from '../helpers/pages/editor-page.ts';

if (browserSkipReason !== undefined) {
  console.warn(`\nTHE BROWSER TESTS OF THE DRY RUN ARE SKIPPED: ${browserSkipReason}.\n`);
}

function paragraphs(from: number, to: number): string[] {
  return Array.from({ length: to - from }, (_, index) => {
    const number = from + index;
    return `Shelf ${number} holds books that members may keep for three weeks; the desk in room ${number * 3} renews them. `.repeat(
      8,
    );
  });
}

describe.skipIf(browserSkipReason !== undefined)('Before an upsert', () => {
  const suite = setUpBrowserSuite({ staysLoaded: true });
  const editor = () => editorPage(suite.page);
  const dryRun = () => editor().drawer.getByRole('region', { name: 'Dry run' });

  test('a dry run shows what would change word by word, writes nothing, and the upsert then does it', async () => {
    const before = paragraphs(0, 6);
    const changed = before[2]?.replaceAll('three weeks', 'four weeks') ?? '';
    const id = await openNewFlow(suite.page, suite.url, suite.api);
    await suite.api.upsert(id, [{ name: 'rules.txt', content: before.join('\n\n') }]);
    await editor().openUpsert();
    await editor().chooseFiles(
      { name: 'rules.txt', content: [...before.with(2, changed), ...paragraphs(8, 9)].join('\n\n') },
      { name: 'fake.pdf', content: 'just text' },
    );
    await editor().drawer.getByRole('button', { name: 'Dry run' }).click();
    await dryRun()
      .getByRole('heading', { name: /2 chunks would be added, 1 deleted, 5 stay as they are/ })
      .waitFor();
    const change = dryRun().getByRole('list', { name: 'Changed chunks' }).getByRole('listitem');
    expect(await change.locator('del').first().textContent()).toBe('three');
    expect(await change.locator('ins').first().textContent()).toBe('four');
    await dryRun().getByRole('button', { name: 'Added 1' }).press('Enter');
    await dryRun().getByRole('list', { name: 'Added chunks' }).getByText('Shelf 8 holds').waitFor();
    await dryRun().getByText("1 file can't be read and would be left out").waitFor();
    await editor().drawer.getByRole('list', { name: 'Files' }).getByText('"fake.pdf" is not a PDF document').waitFor();
    expect((await suite.api.query(id, { query: 'four', mode: 'keyword', topK: 9 })).docs).toEqual([]);

    await editor().drawer.getByRole('button', { name: 'Leave out fake.pdf' }).click();
    await dryRun().waitFor({ state: 'detached' });
    await editor().drawer.getByRole('button', { name: 'Dry run' }).click();
    await dryRun().getByRole('button', { name: 'Upsert now' }).click();
    await editor().drawer.getByText('2 chunks added, 1 deleted, 5 unchanged').first().waitFor();
    expect((await suite.api.query(id, { query: 'four', mode: 'keyword', topK: 9 })).docs).toHaveLength(1);
  });

  test('a dry run of what is stored already says that nothing would change; a changed flow makes it old', async () => {
    const id = await openNewFlow(suite.page, suite.url, suite.api);
    await suite.api.upsert(id, [{ name: 'rules.txt', content: paragraphs(0, 2).join('\n\n') }]);
    await editor().openUpsert();
    await editor().chooseFiles({ name: 'rules.txt', content: paragraphs(0, 2).join('\n\n') });
    await editor().drawer.getByRole('button', { name: 'Dry run' }).click();
    await dryRun().getByRole('heading', { name: 'Nothing would change' }).first().waitFor();
    await suite.page.locator('.react-flow__node', { hasText: 'Recursive' }).click();
    await suite.page.getByRole('textbox', { name: 'Chunk size' }).fill('300');
    await dryRun().getByText('The flow has changed since this dry run.').waitFor();
    await dryRun().getByRole('button', { name: 'Run it again' }).click();
    await dryRun()
      .getByRole('heading', { name: /chunks would be added/ })
      .waitFor();
  });

  test('a text is pasted, or written by keyboard alone, and becomes a file with a name', async () => {
    const id = await openNewFlow(suite.page, suite.url, suite.api);
    await editor().openUpsert();
    await editor()
      .drawer.getByRole('button', { name: 'Choose files' })
      .evaluate((button) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', 'Otters hold hands while they sleep.');
        button.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      });
    const form = editor().drawer.getByRole('form', { name: 'Add a text' });
    expect(await form.getByLabel('Name').inputValue()).toBe('Pasted text.txt');
    await form.getByRole('button', { name: 'Add the text' }).click();
    await editor().drawer.getByText('Pasted text.txt').waitFor();

    await editor().drawer.getByRole('button', { name: 'Paste a text' }).press('Enter');
    await form.getByLabel('Text').fill('Herons wait.');
    await form.getByLabel('Name').fill('herons');
    await form.getByLabel('Name').press('Enter');
    await editor().drawer.getByText('herons.txt').waitFor();
    await editor().drawer.getByRole('button', { name: 'Upsert 2 files' }).click();
    await editor().drawer.getByText('2 chunks added').first().waitFor();
    const { docs } = await suite.api.query(id, { query: 'otters', mode: 'keyword', topK: 9 });
    expect(docs.map(({ metadata }) => metadata.source)).toEqual(['Pasted text.txt']);
  });

  test('a pasted address is read by the server; one of this machine only when that is wanted', async () => {
    const site = await openLocalSite({ '/guides/hours': '<h1>Hours</h1><p>The desk opens at nine.</p>' });
    try {
      suite.expectFault('422 (Unprocessable Entity)');
      const id = await openNewFlow(suite.page, suite.url, suite.api);
      const asked: string[] = [];
      suite.page.on('request', (request) => asked.push(request.url()));
      await editor().openUpsert();
      await editor()
        .drawer.getByRole('button', { name: 'Choose files' })
        .evaluate((button, address) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/plain', address);
          button.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
        }, `${site.origin}/guides/hours`);
      const form = editor().drawer.getByRole('form', { name: 'Add from the web' });
      await form.getByLabel('Address').press('Enter');
      await form.getByText('Read it only if you trust what answers there.').waitFor();
      await form.getByRole('button', { name: 'Read it anyway' }).click();
      const name = `${new URL(site.origin).host}/guides/hours.html`;
      await editor().drawer.getByText(name).waitFor();
      await editor().drawer.getByRole('button', { name: 'Upsert 1 file' }).click();
      await editor().drawer.getByText('1 chunk added').first().waitFor();
      const { docs } = await suite.api.query(id, { query: 'desk', mode: 'keyword', topK: 9 });
      expect(docs.map(({ metadata }) => metadata.source)).toEqual([name]);
      expect(asked.filter((url) => url.startsWith(site.origin))).toEqual([]);
    } finally {
      await site.close();
    }
  });
});
