import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMarkdownReader } from '../../../../../electron/server/splitters/markdown/html-to-markdown.ts';
import { cases } from '../../../../helpers/builders/cases.ts';
import { splitText } from '../../../../helpers/builders/split-text.ts';

async function toMarkdown(html: string, pieceUnits = html.length + 1): Promise<string> {
  const reader = await createMarkdownReader();
  let markdown = '';
  for (let at = 0; at < html.length; at += pieceUnits) markdown += reader.write(html.slice(at, at + pieceUnits));
  return markdown + reader.end();
}

describe('createMarkdownReader', () => {
  test.each([
    ['text', 'text'],
    ['<p>One\n two</p><p>three</p>', 'One two\n\nthree'],
    ['<h1>Title</h1><h3>Part <em>two</em></h3>text', '# Title\n\n### Part *two*\n\ntext'],
    ['<p>a<br>b &amp; c&nbsp;d</p>', 'a\nb & c d'],
    ['<p><b> bold </b>text <strong></strong><i>it</i><del>no</del></p>', '**bold** text *it*~~no~~'],
    ['<b><p>one</p><p>two</p></b>three', '**one**\n\n**two**\n\nthree'],
    ['<a href="https://a.example/x y(1)">A <b>link</b></a>', '[A **link**](https://a.example/x%20y%281%29)'],
    ['<a href="#top">Up</a> <a href="javascript:x()">Go</a> <a href="/y"> </a>', 'Up Go'],
    ['<img src="a.png" alt="A [cat]"><img src="data:image/png;base64,xx" alt="dot">', '![A cat](a.png)dot'],
    [
      '<ul><li>one<li>two<ul><li>in</ul><li><p>three</p><p>more</p></ul>after',
      '- one\n- two\n  - in\n- three\n\n  more\n\nafter',
    ],
    ['<ol start="9"><li>nine<li>ten</ol>', '9. nine\n10. ten'],
    ['<blockquote><p>one</p><p>two</p></blockquote>three', '> one\n>\n> two\n\nthree'],
    ['<b>a<b>b</b>c</b>', '**abc**'],
    ['<p>use <code>f(x)</code></p>', 'use `f(x)`'],
    ['<pre>\na\n  b\n\n\nc\n</pre>d', '```\na\n  b\n\n\nc\n```\n\nd'],
    ['<pre><code class="x language-ts">let a;</code></pre>', '```ts\nlet a;\n```'],
    ['<pre>```\nx</pre>', '````\n```\nx\n````'],
    ['<li><pre>a\nb</pre>', '- ```\n  a\n  b\n  ```'],
    ['a<hr>b', 'a\n\n---\n\nb'],
    ['<p># no heading</p><p>- no item</p><p>1 > 0</p>', '\\# no heading\n\n\\- no item\n\n1 > 0'],
    ['<head><title>T</title><style>p{}</style></head><body>b<script>x</script><template>y</template></body>', 'b'],
    ['<noscript><p>a</p></noscript>b<svg><text>c</text></svg>', 'b'],
    ['soft&shy;hyphen zero&#8203;width', 'softhyphen zerowidth'],
    ['<p>not closed <b>bold', 'not closed **bold**'],
    ['</p></div>stray</b>', 'stray'],
    ['', ''],
  ])('turns %j into %j', async (html, markdown) => {
    expect(await toMarkdown(html)).toBe(markdown);
  });

  test('writes a table of cells as one of Markdown', async () => {
    const html =
      '<p>x</p><table><thead><tr><th>A<th>B|C</thead><tr><td>1<td><p>two</p><p>parts</p><tr><td><td>3</table>y';
    expect(await toMarkdown(html)).toBe('x\n\n| A | B\\|C |\n| --- | --- |\n| 1 | two parts |\n| | 3 |\n\ny');
  });

  test('writes a table that lays out a page as its parts', async () => {
    const html = '<table><tr><td><h2>Menu</h2><ul><li>a</ul><td><h1>Page</h1><p>text</p></table>';
    expect(await toMarkdown(html)).toBe('## Menu\n\n- a\n\n# Page\n\ntext');
    const nested = '<table><tr><td>side<td><table><tr><td>1<td>2</table></table>';
    expect(await toMarkdown(nested)).toBe('side |\n\n| 1 | 2 |\n| --- | --- |');
  });

  test('gives the same for any pieces', async () => {
    const tags = 'p div b i a ul ol li table tr td th pre code h2 blockquote br hr img span script section'.split(' ');
    const token = fc.oneof(
      fc.constantFrom(...tags).map((tag) => `<${tag}>`),
      fc.constantFrom(...tags).map((tag) => `</${tag}>`),
      fc.constantFrom(
        'text',
        ' ',
        '\n',
        '# ',
        '```',
        '&amp;',
        '&lt;p',
        '|',
        '- ',
        '<a href="/x">',
        '<img src=y alt=z>',
        '<',
        '&',
      ),
    );
    const pages = fc.array(token, { maxLength: 60, size: 'max' }).map((tokens) => tokens.join(''));
    await fc.assert(
      fc.asyncProperty(pages, fc.integer({ min: 1, max: 20 }), async (html, pieceUnits) => {
        const whole = await toMarkdown(html);
        expect(await toMarkdown(html, pieceUnits)).toBe(whole);
      }),
      cases(150),
    );
  });

  test.each([
    ['a table of many rows', `<table>${'<tr><td>a<td>b'.repeat(50_000)}`],
    ['a row of many cells', `<table><tr>${'<td>a'.repeat(100_000)}`],
    ['a list of many items', `<ol>${'<li>a'.repeat(100_000)}`],
    ['a long word', 'x'.repeat(1_000_000)],
    ['a long code block', `<pre>${'line\n'.repeat(200_000)}</pre>`],
    ['many open marks', '<p><b><i>x'.repeat(3_000)],
    ['lists in lists', '<ul><li>x'.repeat(4_000)],
    ['tables in tables', '<table><tr><td>x<td>y'.repeat(3_000)],
  ])('reads %s', async (_name, html) => {
    const markdown = await toMarkdown(html, 65_536);
    expect(markdown.length).toBeGreaterThan(10_000);
    expect(markdown.length).toBeLessThan(5_000_000);
  });

  test('refuses a page that is nested too deeply', async () => {
    await expect(toMarkdown('<div>'.repeat(20_000))).rejects.toMatchObject({
      code: 'FILE_CORRUPT',
      message: expect.stringContaining('10,000 elements inside each other'),
    });
  });
});

test('htmlToMarkdownTextSplitter says where a chunk lies in the Markdown', async () => {
  const html = `<h1>T</h1><h2>A</h2><p>${'word '.repeat(20)}</p><h2>B</h2><p>end</p>`;
  const chunks = await splitText('htmlToMarkdownTextSplitter', { chunkSize: 80, chunkOverlap: 0 }, html);
  const markdown = await toMarkdown(html);
  expect(chunks.length).toBeGreaterThan(2);
  for (const chunk of chunks) expect(markdown.slice(chunk.start, chunk.end)).toBe(chunk.text);
  expect(chunks.at(-1)).toMatchObject({ text: '## B\n\nend', fromLine: 7, toLine: 9 });
});
