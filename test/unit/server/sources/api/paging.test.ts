import { describe, expect, it } from 'vitest';
import { nextRequest } from '../../../../../electron/server/sources/api/paging.ts';

const first = { url: new URL('https://api.example/items?size=2'), body: undefined };

function nextByLink(link: string): string | undefined {
  const answer = { url: first.url, headers: new Headers({ link }), json: undefined };
  return nextRequest(first, answer, { kind: 'link' }, 1)?.url.href;
}

describe('Link headers', () => {
  it.each([
    ['<https://api.example/items?page=2>; rel="next"', 'https://api.example/items?page=2'],
    ['<?page=2>; rel=next', 'https://api.example/items?page=2'],
    ['<?page=1>; rel="first", <?page=2>; rel="next", <?page=9>; rel="last"', 'https://api.example/items?page=2'],
    [
      '<?a=1,2&b=";">; title="a; rel=\\"x\\", b"; rel="prev", <?page=3>;rel="last NEXT"',
      'https://api.example/items?page=3',
    ],
    ['<?page=2>; type="a"; rel="next"; title*=UTF-8\'\'x', 'https://api.example/items?page=2'],
    ['<?page=2>; rel="nextpage"', undefined],
    ['<?page=2>; rev="next"', undefined],
    ['<?page=2>', undefined],
    ['nonsense', undefined],
    ['', undefined],
  ])('%s leads to %s', (link, address) => {
    expect(nextByLink(link)).toBe(address);
  });

  it('reads one that is made to take long', () => {
    expect(nextByLink(`<x>${' ; a'.repeat(50_000)}`)).toBeUndefined();
    expect(nextByLink(`${'<x>;a="'.repeat(20_000)}`)).toBeUndefined();
    expect(nextByLink(`<x>;${' '.repeat(100_000)}`)).toBeUndefined();
  });
});
