import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DATA_TYPES } from '../../../../shared/nodes/data-types.ts';

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const sheets = ['tokens.css', 'data-types.css'].map((name) => read(`renderer/styles/${name}`));
const css = sheets.join('');
const page = read('docs/design-language.md');

/** The declarations of a rule, which both sheets have. */
function rule(selector: string): string {
  return sheets
    .map((sheet) => {
      const start = sheet.indexOf(`${selector} {`);
      if (start < 0) throw new Error(`A sheet has no ${selector}.`);
      return sheet.slice(start, sheet.indexOf('\n}', start));
    })
    .join('\n');
}

type Colours = ReadonlyMap<string, readonly [light: string, dark: string]>;

function coloursOf(selector: string): Colours {
  const found = rule(selector).matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\);/g);
  return new Map(Array.from(found, ([, name = '', light = '', dark = '']) => [name, [light, dark]]));
}

const normal = coloursOf(':root');
const more: Colours = new Map([...normal, ...coloursOf(':root[data-contrast="more"]')]);

/** Relative luminance by WCAG 2, of a colour without transparency. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['canvas', 'surface', 'raised', 'sunken', 'hover'];
const signals = ['accent', 'success', 'warning', 'danger'];
const typeTokens = Object.values(DATA_TYPES).map(({ token }) => token);

const texts: readonly (readonly [string, string])[] = [
  ...grounds.flatMap((ground) => [['ink', ground] as const, ['muted', ground] as const]),
  ...signals.flatMap((signal) => [[signal, 'surface'] as const, [signal, `${signal}-soft`] as const]),
  ...['keyword', 'string', 'number', 'name'].map((part) => [`code-${part}`, 'surface'] as const),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
];
const edges: readonly (readonly [string, string])[] = [
  ...[...typeTokens, 'border-strong'].flatMap((name) => [[name, 'surface'] as const, [name, 'canvas'] as const]),
];

describe.each([
  { name: 'normal', colours: normal, textMin: 4.5, edgeMin: 3 },
  { name: 'more', colours: more, textMin: 7, edgeMin: 4.5 },
])('with $name contrast', ({ colours, textMin, edgeMin }) => {
  test.each([
    { scheme: 'light', at: 0 },
    { scheme: 'dark', at: 1 },
  ] as const)('text and edges stand out in $scheme', ({ at }) => {
    const colourOf = (token: string) => {
      const values = colours.get(token);
      if (values === undefined) throw new Error(`There is no colour ${token}.`);
      return values[at];
    };
    const tooWeak = (pairs: readonly (readonly [string, string])[], min: number) =>
      pairs
        .map(([front, ground]) => ({ front, ground, ratio: contrast(colourOf(front), colourOf(ground)) }))
        .filter(({ ratio }) => ratio < min);
    expect(tooWeak(texts, textMin)).toEqual([]);
    expect(tooWeak(edges, edgeMin)).toEqual([]);
  });
});

test('in the dark, each ground is lighter than the one below it', () => {
  const levels = ['canvas', 'surface', 'raised'].map((name) => luminance(normal.get(name)?.[1] ?? '#000000'));
  expect(levels).toEqual(levels.toSorted((a, b) => a - b));
  expect(contrast(normal.get('card-border')?.[1] ?? '', normal.get('canvas')?.[1] ?? '')).toBeGreaterThan(1.8);
});

/** The cells of the table rows of docs/design-language.md that begin with a token, by that. */
function rowsOf(heading: string): ReadonlyMap<string, readonly string[]> {
  const start = page.indexOf(heading);
  const end = page.indexOf('\n\n', page.indexOf('|---', start));
  const lines = page.slice(start, end < 0 ? undefined : end).split('\n');
  const rows = lines.filter((line) => line.startsWith('| ')).map((line) => line.split('|').slice(1, -1));
  return new Map(
    rows.slice(1).map(([token = '', ...cells]) => [token.trim().replaceAll('`', ''), cells.map((cell) => cell.trim())]),
  );
}

describe('docs/design-language.md', () => {
  test('has every colour as it is', () => {
    const overridden = coloursOf(':root[data-contrast="more"]');
    const wanted = Array.from(normal, ([name, values]) => [
      name,
      [...values, ...(overridden.get(name) ?? ['same', 'same'])],
    ]);
    const told = Array.from(rowsOf('## Colours'), ([name, cells]) => [name, cells.slice(0, 4)]);
    expect(told).toEqual(wanted);
    expect([...overridden.keys()].filter((name) => !normal.has(name))).toEqual([]);
  });

  test('has every size as it is', () => {
    const sizes = [...rowsOf('## Form')].map(([name, [value]]) => [name, value]);
    expect(sizes.length).toBeGreaterThan(8);
    expect(sizes.filter(([name, value]) => !css.includes(`--${name}: ${value};`))).toEqual([]);
  });

  test('has colour and shape of every edge', () => {
    const told = Array.from(rowsOf('## Edges'), ([type, [colour, shape]]) => [type, colour, shape]);
    const wanted = Object.entries(DATA_TYPES).map(([type, { token, shape }]) => [type, `\`${token}\``, shape]);
    expect(told).toEqual(wanted);
  });
});
