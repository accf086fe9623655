import { describe, expect, test } from 'vitest';
import { type Script, ScriptWriter } from '../../../../../electron/server/readers/text/script-writer.ts';

/** A line with raised text in ^{…} and lowered text in _{…}, each brace a run of its own. */
function written(line: string): string {
  const writer = new ScriptWriter();
  const runs = line.split(/([_^]\{[^}]*\})/).map((run): readonly [string, Script | undefined] => {
    if (!/^[_^]\{/.test(run)) return [run, undefined];
    return [run.slice(2, -1), run.startsWith('^') ? 'superscript' : 'subscript'];
  });
  return runs.map(([text, script]) => writer.write(text, script)).join('') + writer.end();
}

describe('raised text', () => {
  test.each([
    ['10^{-6} m', '10^-6 m'],
    ['10^{−}^{6}', '10^−6'],
    ['5 m^{2}, 3 cm^{3}', '5 m^2, 3 cm^3'],
    ['Na^{+} and Ca^{2+}', 'Na^+ and Ca^2+'],
    ['(a+b)^{2}', '(a+b)^2'],
    ['e^{x}', 'e^x'],
    ['x^{n+1}', 'x^(n+1)'],
    ['x^{n}^{+}^{1}y', 'x^(n+1)y'],
    ['2^{n}', '2^n'],
    ['10^{−λt}', '10^(−λt)'],
    ['e^{ix}', 'e^(ix)'],
    ['A^{T}B', 'A^T B'],
    ['10^{6}m', '10^6 m'],
    ['f′^{2}', 'f′^2'],
  ])('%s is marked: %s', (line, text) => {
    expect(written(line)).toBe(text);
  });

  test.each([
    ['the 1^{st}, 2^{nd} and 3^{rd}', 'the 1st, 2nd and 3rd'],
    ['the n^{th} element', 'the nth element'],
    ['le 2^{e} et le 1^{er}', 'le 2e et le 1er'],
    ['1^{o}, 1^{a}', '1o, 1a'],
    ['M^{e} Dupont, M^{me} Lenoir, n^{o} 5', 'Me Dupont, Mme Lenoir, no 5'],
    ['as said^{3} and done.^{4}', 'as said3 and done.4'],
    ['12.5^{a} and 7^{a,b}', '12.5a and 7a,b'],
    ['Acme^{TM}, Acme^{®}', 'AcmeTM, Acme®'],
    ['R^{TM}', 'RTM'],
    ['see^{[1]}', 'see[1]'],
    ['^{14}C', '14C'],
    ['x^{see the note}', 'xsee the note'],
  ])('%s stays: %s', (line, text) => {
    expect(written(line)).toBe(text);
  });
});

describe('lowered text', () => {
  test.each([
    ['x_{i}y', 'x_i y'],
    ['v_{max} is', 'v_max is'],
    ['a_{n+1}', 'a_(n+1)'],
    ['x_{i, j}', 'x_(i, j)'],
    ['101_{2}', '101_2'],
    ['x_{i}^{2}', 'x_i^2'],
  ])('%s is marked: %s', (line, text) => {
    expect(written(line)).toBe(text);
  });

  test.each([
    ['H_{2}O and CO_{2}', 'H2O and CO2'],
    ['Ca(OH)_{2}', 'Ca(OH)2'],
    ['SO_{4}^{2-}', 'SO4^2-'],
    ['Made here. _{with love}', 'Made here. with love'],
    ['end_{of all that}', 'endof all that'],
  ])('%s stays as everybody types it: %s', (line, text) => {
    expect(written(line)).toBe(text);
  });
});
