import { describe, expect, test } from 'vitest';
import { readAny } from '../../../../helpers/builders/read-any.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();

async function read(content: unknown, pointerName = '') {
  const file = await makeFile('data.json', typeof content === 'string' ? content : JSON.stringify(content));
  return (await readAny(file, 'perPage', pointerName)).documents;
}

async function textsOf(content: unknown, pointerName = ''): Promise<string[]> {
  return (await read(content, pointerName)).map(({ text }) => text);
}

describe('JSON as File Loader reads it', () => {
  test('keeps keys and numbers', async () => {
    expect(await textsOf({ price: 12.5 })).toEqual(['price: 12.5']);
    expect(await textsOf({ name: 'Heron', price: 12.5, sold: false, note: null })).toEqual([
      'name: Heron\nprice: 12.5\nsold: false',
    ]);
    expect(await textsOf(7)).toEqual(['7']);
    expect(await textsOf('"one"')).toEqual(['one']);
  });

  test('makes a document of each item of a list, wherever the list is', async () => {
    const products = [
      { name: 'Cup', price: 4, sizes: ['S', 'M'] },
      { name: 'Jug', price: 12.5, made: { in: 'Delft', year: 1901 } },
    ];
    const texts = ['name: Cup\nprice: 4\nsizes: S, M', 'name: Jug\nprice: 12.5\nmade.in: Delft\nmade.year: 1901'];
    expect(await textsOf(products)).toEqual(texts);
    expect(await read({ shop: 'Potter', stock: { products }, open: true })).toEqual([
      { text: `stock.products:\n${texts[0]}`, metadata: { pointer: '/stock/products/0' } },
      { text: `stock.products:\n${texts[1]}`, metadata: { pointer: '/stock/products/1' } },
      { text: 'shop: Potter\nopen: true', metadata: { pointer: '' } },
    ]);
  });

  test('keeps a list of words on one line, and paragraphs on their own', async () => {
    const long = 'The heron stands in the reeds and waits until a fish comes near enough to be caught with one stroke.';
    expect(await textsOf(['a', 'b', 3])).toEqual(['a, b, 3']);
    expect(await textsOf({ text: [long, long] })).toEqual([`text: ${long}\n${long}`]);
    expect(await textsOf([[1, 'x'], [2]])).toEqual(['1, x', '2']);
  });

  test('reads what is under a pointer, texts and numbers alone', async () => {
    const items = [{ name: 'Cup', price: 4, made: { in: 'Delft' } }, { name: 'Jug' }];
    expect(await textsOf(items, 'price')).toEqual(['4']);
    expect(await textsOf(items, '/name')).toEqual(['Cup', 'Jug']);
    expect(await textsOf({ items }, 'made')).toEqual(['in: Delft']);
    expect(await textsOf({ items }, 'items')).toEqual(['name: Cup\nprice: 4\nmade.in: Delft', 'name: Jug']);
    expect(await textsOf({ tags: ['a', 'b'] }, 'tags')).toEqual(['a', 'b']);
    await expect(read(items, 'weight')).rejects.toMatchObject({
      code: 'INVALID_PARAM',
      message: expect.stringContaining('choose among its keys "name", "price"'),
    });
  });

  test.each(['{}', '[]', 'null', '[[], {}, " "]'])('refuses %s, which holds nothing', async (content) => {
    await expect(read(content)).rejects.toMatchObject({ code: 'FILE_HAS_NO_TEXT' });
  });

  test('shortens the names of values that are very deep', async () => {
    const depth = 9000;
    const [document] = await read(`${'{"a":'.repeat(depth)}{"x": 1, "y": 2}${'}'.repeat(depth)}`);
    expect(document?.text).toBe('…a.a.a.a.a.a.a.x: 1\n…a.a.a.a.a.a.a.y: 2');
  });

  test('streams a long item, and what stands outside of items, without mixing them', async () => {
    const words = 'word '.repeat(500);
    const long = { first: Array.from({ length: 1500 }, () => words), last: 1 };
    const outside = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`key${index}`, words]));
    const documents = await read({ ...outside, items: [long, { name: 'next' }], end: 'end' });
    const texts = documents.map(({ text }) => text);
    const item = texts.findIndex((text) => text.startsWith('items:\nfirst: word'));
    expect(texts[item]?.endsWith('last: 1')).toBe(true);
    expect(texts[item]).not.toContain('key');
    expect(texts[item + 1]).toBe('items:\nname: next');
    const others = texts.filter((_, index) => index !== item && index !== item + 1).join('\n');
    expect(others.match(/^key\d+: /gm)).toHaveLength(1000);
    expect(others.endsWith('end: end')).toBe(true);
  });
});
