import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analysePage } from '../../../../../electron/server/sources/page/analyse-page.ts';
import { cases } from '../../../../helpers/builders/cases.ts';

describe('analysePage', () => {
  it('reads what the page says of itself', async () => {
    const facts = await analysePage(`<HTML LANG=de><head><title> A &amp;
      B </title><meta property="og:description" content="Short"><meta name=description content="Exact">
      <link rel="alternate canonical" href="/c"><base href="/b/"></head>
      <body><svg><title>Picture</title></svg><a href="1">x</a><AREA href='2'><frame src=3></body>`);
    expect(facts).toMatchObject({
      title: 'A & B',
      description: 'Exact',
      language: 'de',
      canonical: '/c',
      base: '/b/',
      links: ['1', '2', '3'],
    });
    expect(facts.unfollowed.size).toBe(0);
  });

  it('takes no link out of scripts and comments', async () => {
    const facts = await analysePage(
      `<script>'<a href="1">'</script><!-- <a href="2"> --><style><a href="3"></style><a href="4">`,
    );
    expect(facts.links).toEqual(['4']);
  });

  it('follows a page that sends on', async () => {
    expect((await analysePage(`<meta http-equiv="Refresh" content="0; URL='/next'">`)).links).toEqual(['/next']);
  });

  it.each(['nofollow', 'noindex,NOFOLLOW', 'none'])('knows that nothing is to be followed: %s', async (content) => {
    const facts = await analysePage(`<a href="1">x</a><meta name="robots" content="${content}"><a href="2">x</a>`);
    expect([...facts.unfollowed]).toEqual(['1', '2']);
  });

  it('keeps what would be repeated with every chunk short', async () => {
    const long = 'word '.repeat(1000);
    const facts = await analysePage(`<title>${long}</title><meta name="description" content="${long}">`);
    expect([facts.title?.length, facts.description?.length]).toEqual([500, 500]);
  });

  it('takes a bounded number of links', async () => {
    expect((await analysePage('<a href="x">x</a>'.repeat(20_000))).links).toHaveLength(10_000);
  });

  it('finds every link, wherever pieces of the page end', async () => {
    const paths = fc.array(fc.webPath(), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(paths, fc.integer({ min: 0, max: 1200 }), async (links, padding) => {
        const start = ' '.repeat(1024 * 1024 - padding);
        const html = start + links.map((link) => `<a href="${link.replaceAll('&', '&amp;')}">x</a>`).join(' ');
        expect((await analysePage(html)).links).toEqual(links);
      }),
      cases(10),
    );
  });
});
