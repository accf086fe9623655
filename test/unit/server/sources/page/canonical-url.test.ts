import { describe, expect, it } from 'vitest';
import {
  canonicalUrl,
  mayHaveText,
  resolveLink,
  siteOf,
} from '../../../../../electron/server/sources/page/canonical-url.ts';

describe('canonicalUrl', () => {
  it.each([
    ['http://Example.org:80/a/../b#part', 'http://example.org/b'],
    ['https://example.org/?utm_source=x&b=2&fbclid=y', 'https://example.org/?b=2'],
    ['https://example.org/?a=%20x+y&b=~', 'https://example.org/?a=%20x+y&b=~'],
    ['https://example.org/%7euser/%c3%a9?q=%7e', 'https://example.org/~user/%C3%A9?q=%7e'],
    ['https://ann:secret@example.org/', 'https://example.org/'],
    ['https://example.org/a%2fb', 'https://example.org/a%2Fb'],
  ])('%s is %s', (address, canonical) => {
    expect(canonicalUrl(new URL(address)).href).toBe(canonical);
    expect(canonicalUrl(new URL(canonical)).href).toBe(canonical);
  });
});

describe('resolveLink', () => {
  const base = new URL('https://example.org/docs/page');

  it.each([
    [' ../a ', 'https://example.org/a'],
    ['//other.example/x', 'https://other.example/x'],
    ['?q=1#x', 'https://example.org/docs/page?q=1'],
  ])('resolves %s', (link, address) => {
    expect(resolveLink(link, base)?.href).toBe(address);
  });

  it.each(['', 'javascript:void(0)', 'mailto:a@example.org', 'data:text/html,x', 'http://[', `/${'x'.repeat(2001)}`])(
    'takes %s for no page',
    (link) => {
      expect(resolveLink(link, base)).toBeUndefined();
    },
  );
});

it('takes addresses with and without www for one site', () => {
  expect(siteOf(new URL('http://www.example.org/'))).toBe(siteOf(new URL('https://example.org/a')));
  expect(siteOf(new URL('http://docs.example.org/'))).not.toBe(siteOf(new URL('http://example.org/')));
  expect(siteOf(new URL('http://example.org:8080/'))).not.toBe(siteOf(new URL('http://example.org/')));
});

it('knows addresses that promise no text', () => {
  const has = (path: string): boolean => mayHaveText(new URL(path, 'https://example.org/'));
  expect(['/a.PNG', '/a.tar.gz', '/a.mp4?x=1'].map(has)).toEqual([false, false, false]);
  expect(['/a', '/a.html', '/a.pdf', '/v1.2', '/a?image=b.png'].map(has)).toEqual([true, true, true, true, true]);
});
