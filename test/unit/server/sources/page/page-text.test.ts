import { describe, expect, it } from 'vitest';
import { analysePage } from '../../../../../electron/server/sources/page/analyse-page.ts';
import { type PageContent, pageText } from '../../../../../electron/server/sources/page/page-text.ts';

async function read(html: string, content: PageContent): Promise<string> {
  const { treeCost } = await analysePage(html);
  return pageText({ html, treeCost }, content);
}

describe('pages that would take too long as a tree', () => {
  it.each([
    ['many elements', '<p>a, b</p>'.repeat(60_000)],
    ['elements inside each other', `${'<div>'.repeat(5000)}text`],
    ['many entities', '&amp;'.repeat(200_000)],
    ['many attributes', `<p ${Array.from({ length: 5000 }, (_, n) => `a${n}="1"`).join(' ')}>text</p>`],
    ['a long text', `<p>${'word '.repeat(1_100_000)}</p>`],
  ])('%s: takes the whole page for an article, and selects nothing', async (_what, html) => {
    const whole = await read(html, { mode: 'whole' });
    expect(whole).not.toBe('');
    expect(await read(html, { mode: 'readable' })).toBe(whole);
    await expect(read(html, { mode: 'selector', selector: 'p' })).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
      details: { param: 'selector' },
    });
  });
});

it('takes the article where the selector names nothing, if that is asked for', async () => {
  const content = { mode: 'selector', selector: 'main', orElse: 'readable' } as const;
  expect(await read('<main><p>Main</p></main><p>Rest</p>', content)).toBe('Main');
  expect(await read('<p>No main part</p>', content)).toBe('No main part');
});

it('takes the selectors of exported flows', async () => {
  const html = '<ul><li>one</li><li>two</li><li class="x">three</li></ul>';
  const select = (selector: string): Promise<string> => read(html, { mode: 'selector', selector });
  expect(await select('li:first')).toBe('- one');
  expect(await select('li:contains("tw")')).toBe('- two');
  expect(await select('li:not(.x)')).toBe('- one\n- two');
});
