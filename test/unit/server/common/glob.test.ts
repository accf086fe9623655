import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pathFilter, splitPatterns } from '../../../../electron/server/common/glob.ts';

function fits(patterns: string, path: string): boolean {
  return pathFilter(splitPatterns(patterns), 'include')(path);
}

describe('pathFilter', () => {
  test.each([
    ['**/*', 'a.md'],
    ['**/*', 'a/b/c.md'],
    ['*', 'a/b/c.md'],
    ['*.md', 'a.md'],
    ['*.md', 'a/b.md'],
    ['*.md', 'A/B.MD'],
    ['**/*.md', 'b.md'],
    ['**/*.md', 'a/b/c.md'],
    ['/*.md', 'a.md'],
    ['docs', 'docs/a/b.md'],
    ['docs', 'more/docs/b.md'],
    ['docs/', 'docs/a.md'],
    ['docs/**', 'docs/a/b.md'],
    ['docs/*.md', 'docs/a.md'],
    ['./docs/a.md', 'docs/a.md'],
    ['docs/**/b.md', 'docs/b.md'],
    ['docs/**/b.md', 'docs/x/y/b.md'],
    ['**/x/**/y.md', 'a/x/b/x/c/y.md'],
    ['*.{md,txt}', 'a.txt'],
    ['{a,b{c,d}}.md', 'bd.md'],
    ['report-202[3-5].pdf', 'report-2024.pdf'],
    ['[!x]y', 'ay'],
    ['a?c', 'a😀c'],
    ['a{b', 'a{b'],
    ['a[b', 'a[b'],
    ['a+(b).md', 'a+(b).md'],
    ['über*', 'ÜBER uns.md'],
    ['docs\\*.md', 'docs/a.md'],
    ['*.md, *.txt', 'a.txt'],
    ['*.md\n*.txt', 'a.txt'],
    ['["*.md", "a,b.txt"]', 'a,b.txt'],
    ['*.md, !draft*, draft-1.md', 'draft-1.md'],
  ])('%j fits %j', (patterns, path) => {
    expect(fits(patterns, path)).toBe(true);
  });

  test.each([
    ['', 'a.md'],
    ['*.md', 'a.mdx'],
    ['/*.md', 'a/b.md'],
    ['docs/*.md', 'docs/a/b.md'],
    ['docs/*.md', 'more/docs/a.md'],
    ['docs', 'docs.md'],
    ['a?c', 'ac'],
    ['a?c', 'a/c'],
    ['a*c', 'a/c'],
    ['[!x]y', 'xy'],
    ['*.{md,txt}', 'a.pdf'],
    ['*.md, !draft*', 'draft-1.md'],
    ['!draft*', 'draft-1.md'],
    ['**/x/**/y.md', 'a/b/y.md'],
  ])('%j does not fit %j', (patterns, path) => {
    expect(fits(patterns, path)).toBe(false);
  });

  test('takes any pattern in time that grows with the path only', () => {
    const pattern = `${'*a'.repeat(200)}*b`;
    expect(fits(pattern, 'a'.repeat(250))).toBe(false);
    expect(fits(`${'**/a/'.repeat(200)}b`, 'a/'.repeat(2000))).toBe(false);
  });

  test.each(['', '!', '{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}'])('refuses %j', (pattern) => {
    expect(() => pathFilter([pattern], 'include')).toThrowError(
      expect.objectContaining({ code: 'INVALID_PARAM', details: { param: 'include' } }),
    );
  });

  test('a path without special characters fits itself, and nothing that is no part of it', () => {
    const name = fc.stringMatching(/^[a-z0-9 äß.😀-]{1,12}$/u).filter((text) => text !== '.' && text.trim() === text);
    const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((names) => names.join('/'));
    fc.assert(
      fc.property(path, path, (one, other) => {
        const filter = pathFilter([`/${one}`], 'include');
        expect(filter(one)).toBe(true);
        expect(filter(other)).toBe(other.toLowerCase() === one || other.startsWith(`${one}/`));
      }),
    );
  });
});
