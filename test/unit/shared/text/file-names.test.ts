import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanFileName } from '../../../../shared/text/file-names.ts';

/** Most are short: a long one takes a hundred times as long to make up. */
const names = fc.oneof(
  { weight: 19, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1000, maxLength: 1300 }) },
);

describe('cleanFileName', () => {
  test.each([
    ['a.txt', 'a.txt'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\plan.docx', 'plan.docx'],
    ['Größe 📄.pdf', 'Größe 📄.pdf'],
    ['a\u0000b\n.txt', 'ab.txt'],
    ['handbook/rules/late.pdf', 'handbook/rules/late.pdf'],
    ['.\\handbook\\late.pdf', 'handbook/late.pdf'],
    ['/home/me/late.pdf', 'late.pdf'],
    ['', 'upload'],
    ['/', 'upload'],
  ])('%j is recorded as %j', (given, expected) => {
    expect(cleanFileName(given)).toBe(expected);
  });

  test('property: never a path that leads anywhere else, never empty, never endless', () => {
    fc.assert(
      fc.property(names, (name) => {
        const cleaned = cleanFileName(name);
        expect(cleaned).not.toMatch(/\\|^\/|\/\/|(?:^|\/)\.\.?(?:\/|$)/);
        expect([...cleaned].every((character) => character >= ' ')).toBe(true);
        expect(cleaned.length).toBeGreaterThan(0);
        expect(cleaned.length).toBeLessThanOrEqual(1024);
      }),
    );
  });
});
