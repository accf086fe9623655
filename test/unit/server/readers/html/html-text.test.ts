import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createHtmlTextReader,
  HtmlTooDeepError,
  htmlToText,
} from '../../../../../electron/server/readers/html/html-text.ts';

const textOf = async (html: string) => (await htmlToText(html)).text;

describe('htmlToText', () => {
  test('parts paragraphs by empty lines and other blocks by lines', async () => {
    const html =
      '<h1>Head</h1><p>One\n  two</p><p>three<br>four</p><div>five</div><div>six</div><section>seven</section>';
    expect(await textOf(html)).toBe('Head\n\nOne two\n\nthree\nfour\n\nfive\nsix\n\nseven');
  });

  test('keeps words together that only markup parts, and apart what white space parts', async () => {
    expect(await textOf('<p>un<b>think</b>able <i>and</i> <a href="/">so on</a>.</p>')).toBe('unthinkable and so on.');
    expect(await textOf('<span>a</span>\n<span>b</span>')).toBe('a b');
    expect(await textOf('soft&shy;ware &amp; 5&nbsp;km &#x1F600; &lt;tag&gt;')).toBe('software & 5 km 😀 <tag>');
  });

  test('gives the title, and leaves out what is not text', async () => {
    const html = `<!doctype html><html><head><title> A &amp;
      B </title><style>p { color: red }</style><script>if (a < b) document.write("<p>no</p>")</script></head>
      <body><!-- no --><svg><title>no</title><path/></svg><noscript>no</noscript><p>yes</p>
      <template><p>no</p></template><select><option>no</option></select></body></html>`;
    expect(await htmlToText(html)).toEqual({ title: 'A & B', text: 'yes' });
    expect((await htmlToText('<p>text</p>')).title).toBeUndefined();
  });

  test('marks the items of lists', async () => {
    const html = '<p>Before</p><ul><li>one<ol start="3"><li>first</li><li>second</ol><li>two</ul><p>After</p>';
    expect(await textOf(html)).toBe('Before\n\n- one\n  3. first\n  4. second\n- two\n\nAfter');
  });

  test('puts the cells of a row on a line', async () => {
    const html =
      '<table><tr><th>Name<th>Age<tr><td><p>Ada</p><td>36<tr><td></td><td><p>x</p></td></tr><tr><td><p>y</p></table>after';
    expect(await textOf(html)).toBe('Name | Age\nAda | 36\n| x\ny\n\nafter');
  });

  test('goes through tables that only lay out', async () => {
    const html = '<table><tr><td><table><tr><td>a<td>b</tr><tr><td>c</table></td></tr><tr><td>d</table>';
    expect(await textOf(html)).toBe('a | b\nc\nd');
  });

  test('keeps the lines of preformatted text', async () => {
    expect(await textOf('<p>a</p><pre>\nif (x)\n    y &amp;&amp; z\n\n\nend\n</pre><p>b</p>')).toBe(
      'a\n\nif (x)\n    y && z\n\nend\n\nb',
    );
  });

  test('reads elements that close themselves in XHTML only', async () => {
    const html = '<html><head><title/><script src="a.js"/></head><body><p>text <![CDATA[& more]]></p></body></html>';
    expect(await htmlToText(html, { isXhtml: true })).toEqual({ title: undefined, text: 'text & more' });
    expect(await textOf('<div/>a<div/>b')).toBe('a\nb');
  });

  test('gives what there is of a page that breaks off', async () => {
    expect(await textOf('<body><p>one<p>two <b>thr')).toBe('one\n\ntwo thr');
    expect(await textOf('<title>never closed <p>text')).toBe('');
  });

  test('refuses a page of endless depth', async () => {
    await expect(htmlToText('<b>'.repeat(100_000))).rejects.toThrow(HtmlTooDeepError);
  });
});

const words = fc.constantFrom('alpha', 'beta', 'grüße', '漢字', '😀', 'a&amp;b', '&#8211;', ' ', '\n');
const tags = fc.constantFrom('p', 'div', 'b', 'ul', 'li', 'ol', 'table', 'tr', 'td', 'pre', 'h2', 'br', 'blockquote');
const pages = fc
  .array(
    fc.oneof(
      words,
      fc.tuple(tags, fc.boolean()).map(([tag, isEnd]) => `<${isEnd ? '/' : ''}${tag}>`),
    ),
    {
      maxLength: 60,
    },
  )
  .map((parts) => parts.join(''));

const scripted = fc
  .array(fc.constantFrom('x', '10', '<sup>', '</sup>', '<sub>', '</sub>', '-6', 'n+1', '<p>', '<b>', '</b>', ' and '))
  .map((parts) => parts.join(''));

describe('a page that comes in pieces', () => {
  test('gives the same text wherever it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(pages, scripted), fc.array(fc.nat(200), { maxLength: 8 }), async (html, cuts) => {
        const reader = await createHtmlTextReader();
        const edges = [0, ...cuts.map((cut) => Math.min(cut, html.length)).sort((a, b) => a - b), html.length];
        let text = '';
        for (const [index, edge] of edges.slice(1).entries()) text += reader.write(html.slice(edges[index], edge));
        expect(text + reader.end()).toBe(await textOf(html));
      }),
    );
  });

  test('keeps every word, in order', async () => {
    await fc.assert(
      fc.asyncProperty(pages, async (html) => {
        const bare = html
          .replace(/<[^>]*>|\s/g, '')
          .replaceAll('&amp;', '&')
          .replaceAll('&#8211;', '–');
        // Marks of lists and cells are ours.
        const text = (await textOf(html)).replace(/^ *(?:- |\d+\. )/gm, '').replace(/[\s|]/g, '');
        expect(text.replaceAll('-', '').replaceAll(/\d+\./g, '')).toBe(bare);
      }),
    );
  });

  test('marks powers and indexes, but no notes', async () => {
    const page = `<p>10<sup>-6</sup> m<sup>2</sup> of H<sub>2</sub>O, x<sup><i>n</i>+1</sup>, v<sub>max</sub></p>
      <p>the 1<sup>st</sup> of (1995)<sup><a href="#n1">1</a></sup> and B<a href="#n2"><sup>2</sup></a>,
      e<span style="font-size:0.6em; vertical-align:super;">x</span></p>`;
    expect(await textOf(page)).toBe('10^-6 m^2 of H2O, x^(n+1), v_max\n\nthe 1st of (1995)1 and B2, e^x');
    expect(await textOf('x<sup>2')).toBe('x^2');
  });

  test('tells pictures by their descriptions, unless these say nothing', async () => {
    const page = `<p>See <img src="a.png" alt="A heron
      in the reeds"> here.</p><img alt=""><img alt="IMG_2.JPG"><img alt="Cover"><img alt="Line" role="presentation">`;
    expect((await htmlToText(page)).text).toBe('See ![A heron in the reeds] here.');
  });

  test('writes equations in one line, and once', async () => {
    const square =
      '<math><semantics><msup><mi>x</mi><mn>2</mn></msup><annotation>x^2 tex</annotation></semantics></math>';
    const katex = `<span class="katex"><span class="katex-mathml">${square}</span><span class="katex-html"><span>x</span>2</span></span>`;
    expect((await htmlToText(`<p>Where ${square}<img alt="x squared"> grows</p>`)).text).toBe('Where x^2 grows');
    const display = `<div><div>${square}</div><img alt="{\\displaystyle x^{2}}"></div>`;
    expect(await textOf(`${display}<p>and</p>`)).toBe('x^2\n\nand');
    for (const tag of ['p', 'div', 'li', 'td']) {
      const page = `<${tag}>Where ${square}</${tag}><${tag}><img alt="A barn"></${tag}>`;
      expect(await textOf(page), tag).toMatch(/^(?:- )?Where x\^2\s+(?:[-|] )?!\[A barn\]$/);
    }
    expect(await textOf(`<p>Where ${square}</p><img alt="A barn">`)).toBe('Where x^2\n\n![A barn]');
    expect((await htmlToText(`<p>${katex} too</p><p>end</p>`)).text).toBe('x^2 too\n\nend');
    expect((await htmlToText('<p><math><mi>y</mi><p>never closed</p>')).text).toBe('y\n\nnever closed');
    await expect(htmlToText(`<math>${'<mrow>'.repeat(9000)}`)).rejects.toThrow(HtmlTooDeepError);
  });
});
