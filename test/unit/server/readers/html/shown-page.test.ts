import { describe, expect, test } from 'vitest';
import { htmlToText } from '../../../../../electron/server/readers/html/html-text.ts';
import { readAny } from '../../../../helpers/builders/read-any.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();
const textOf = async (html: string) => (await htmlToText(html)).text;

describe('what a page shows', () => {
  test.each([
    ['<div style="color:red; DISPLAY : none">no</div>'],
    ['<p style="visibility:hidden">no</p>'],
    ['<section hidden><p>no</p></section>'],
    ['<dialog><p>no</p></dialog>'],
    ['<div popover>no</div>'],
    ['<template><p>no</p></template>'],
    ['<span style="display:none"><svg><text>no</text></svg><math><mi>n</mi></math></span>'],
  ])('leaves out what is not displayed: %s', async (html) => {
    expect(await textOf(`<p>before</p>${html}<p>after</p>`)).toBe('before\n\nafter');
  });

  test('keeps what only looks hidden, and what a search in the page finds', async () => {
    const html = '<dialog open>a</dialog><p hidden="until-found">b</p><p style="--display:nonesuch">c</p>';
    expect(await textOf(`<body style="display:none">${html}<details><p>d</p></details></body>`)).toBe(
      'a\n\nb\n\nc\n\nd',
    );
  });

  test('gives the hidden text of a page that shows no other', async () => {
    const html = '<html><body><div id="app" hidden><p>Late words</p></div><script>show()</script></body></html>';
    expect(await textOf(html)).toBe('Late words');
    const { documents } = await readAny(await makeFile('a.html', html));
    expect(documents.map(({ text }) => text)).toEqual(['Late words']);
  });

  test('reads shadow trees, pages in frames, drawings, fields and chosen options', async () => {
    const html = `<app-box><template shadowrootmode="closed"><h2>Fees</h2></template><b>Light</b></app-box>
      <iframe srcdoc="&lt;p&gt;Framed &lt;b&gt;words&lt;/b&gt;&lt;/p&gt;">no</iframe>
      <svg role="img"><title>Plan of the yard</title><defs><text>no</text></defs><text>Gate<tspan x="1">4</tspan></text></svg>
      <svg><title>no</title><path/></svg><svg><foreignObject><p>Written in it</p></foreignObject></svg>
      <select><option>no<option selected>Sloop<option>no</select><input value="typed"><input type="password" value="no">`;
    expect(await textOf(html)).toBe(
      ['Fees\n\nLight', 'Framed words', '![Plan of the yard] Gate 4', 'Written in it', 'Sloop\ntyped'].join('\n\n'),
    );
  });

  test.each([
    ['<button>Alpha</button><button>Beta</button>', 'Alpha Beta'],
    ['<span style="display:block">Alpha</span><span style="display:block">Beta</span>', 'Alpha\nBeta'],
    ['<div style="display:flex"><a>Alpha</a><a>Beta</a></div>', 'Alpha\nBeta'],
    ['<i style="display:inline-block">Alpha</i><i style="display:inline-block">Beta</i>', 'Alpha Beta'],
    ['<table><td>Alpha</td><td>Beta</td></table>', 'Alpha Beta'],
    ['<select><option selected>Alpha</select><select><option selected>Beta</select>', 'Alpha\nBeta'],
    ['<dialog open>Alpha</dialog><search>Beta</search>', 'Alpha\n\nBeta'],
    ['<table><tr><td>Alpha<td><table><tr><td>Beta<td>Gamma</table></table>', 'Alpha | Beta | Gamma'],
  ])('parts neighbours: %s', async (html, text) => {
    expect(await textOf(html)).toBe(text);
  });

  test('a cell over rows has its text in each of them', async () => {
    const html = `<table><thead><tr><th rowspan="2">Site<th colspan="2">Depth<tr><th>Low<th>High</thead>
      <tr><td rowspan="3"><p>Pier</p><b>north</b></td><td>1</td><td>2</td></tr><tr><td rowspan=2 colspan=2>3</td></tr>
      <tr></tr><tr><td>Shed</td><td>4</td><td>5</td></tr></table>`;
    expect(await textOf(html)).toBe(
      [
        'Site | Depth',
        'Site | Low | High',
        'Pier\n\nnorth | 1 | 2',
        'Pier north | 3',
        'Pier north | 3',
        'Shed | 4 | 5',
      ].join('\n'),
    );
  });
});
