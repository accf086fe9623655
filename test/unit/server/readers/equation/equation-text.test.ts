import { describe, expect, test } from 'vitest';
import { EquationReader } from '../../../../../electron/server/readers/equation/equation-text.ts';
import { createXmlReader } from '../../../../../electron/server/readers/xml/xml-reader.ts';

async function linear(xml: string): Promise<string> {
  const equation = new EquationReader();
  const reader = await createXmlReader(equation);
  reader.write(xml);
  reader.end();
  return equation.text;
}

const r = (text: string) => `<m:r><m:rPr><m:sty m:val="p"/></m:rPr><m:t>${text}</m:t></m:r>`;
const e = (content: string) => `<m:e>${content}</m:e>`;
const omml = (content: string) => linear(`<m:oMath>${content}</m:oMath>`);
const math = (content: string) => linear(`<math xmlns="http://www.w3.org/1998/Math/MathML">${content}</math>`);

describe('an equation of Word as text', () => {
  test.each([
    ['a fraction', `<m:f><m:num>${r('a+b')}</m:num><m:den>${r('c')}</m:den></m:f>`, '(a+b)/c'],
    [
      'a fraction without bar',
      `<m:f><m:fPr><m:type m:val="noBar"/></m:fPr><m:num>${r('n')}</m:num><m:den>${r('k')}</m:den></m:f>`,
      'binom(n, k)',
    ],
    ['a power', `<m:sSup>${e(r('10'))}<m:sup>${r('-6')}</m:sup></m:sSup>`, '10^(-6)'],
    ['an index', `${r('v=')}<m:sSub>${e(r('x'))}<m:sub>${r('i')}</m:sub></m:sSub>`, 'v=x_i'],
    ['both scripts', `<m:sSubSup>${e(r('x'))}<m:sub>${r('i')}</m:sub><m:sup>${r('2')}</m:sup></m:sSubSup>`, 'x_i^2'],
    ['scripts before', `<m:sPre><m:sub>${r('6')}</m:sub><m:sup>${r('12')}</m:sup>${e(r('C'))}</m:sPre>`, '_6^12C'],
    ['a square root', `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>${e(r('x+1'))}</m:rad>`, 'sqrt(x+1)'],
    ['a root', `<m:rad><m:deg>${r('3')}</m:deg>${e(r('x'))}</m:rad>`, 'root_3(x)'],
    [
      'a sum',
      `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${r('i=1')}</m:sub><m:sup>${r('n')}</m:sup>${e(r('i'))}</m:nary>`,
      '∑_(i=1)^n i',
    ],
    [
      'an integral',
      `<m:nary><m:sub>${r('0')}</m:sub><m:sup>${r('∞')}</m:sup>${e(r('f(x)dx'))}</m:nary>`,
      '∫_0^∞ f(x)dx',
    ],
    [
      'a matrix',
      `<m:d><m:dPr><m:begChr m:val=""/><m:endChr m:val=""/></m:dPr>${e(`<m:m><m:mr>${e(r('a'))}${e(r('b'))}</m:mr><m:mr>${e(r('c'))}${e(r('d'))}</m:mr></m:m>`)}</m:d>`,
      '[a, b; c, d]',
    ],
    [
      'brackets',
      `<m:d><m:dPr><m:begChr m:val="{"/><m:sepChr m:val=";"/><m:endChr m:val="]"/></m:dPr>${e(r('a'))}${e(r('b'))}</m:d>`,
      '{a;b]',
    ],
    ['a power of brackets', `<m:sSup>${e(`<m:d>${e(r('a-b'))}</m:d>`)}<m:sup>${r('2')}</m:sup></m:sSup>`, '(a-b)^2'],
    ['an accent', `<m:acc>${e(r('x'))}</m:acc>`, 'hat(x)'],
    ['a bar', `<m:bar><m:barPr><m:pos m:val="top"/></m:barPr>${e(r('AB'))}</m:bar>`, 'bar(AB)'],
    [
      'a limit',
      `<m:func><m:fName><m:limLow>${e(r('lim'))}<m:lim>${r('x→0')}</m:lim></m:limLow></m:fName>${e(r('f'))}</m:func>`,
      'lim_(x→0) f',
    ],
    ['equations below each other', `<m:eqArr>${e(r('x=1'))}${e(r('y=2'))}</m:eqArr>`, 'x=1; y=2'],
  ])('%s', async (_, xml, text) => {
    expect(await omml(xml)).toBe(text);
  });
});

describe('MathML as text', () => {
  test.each([
    [
      'signs',
      '<mrow><mi>E</mi><mo>=</mo><mi>m</mi><mo>&#x2062;</mo><msup><mi>c</mi><mn>2</mn></msup></mrow>',
      'E=mc^2',
    ],
    ['a fraction', '<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac>', '(a+b)/2'],
    [
      'roots',
      '<msqrt><mi>x</mi><mo>−</mo><mn>1</mn></msqrt><mroot><mi>y</mi><mn>3</mn></mroot>',
      'sqrt(x−1) root_3(y)',
    ],
    [
      'a sum',
      '<munderover><mo>∑</mo><mrow><mi>k</mi><mo>=</mo><mn>0</mn></mrow><mi>n</mi></munderover><mi>k</mi>',
      '∑_(k=0)^nk',
    ],
    [
      'accents',
      '<mover accent="true"><mi>v</mi><mo>→</mo></mover><mo>,</mo><mover><mi>x</mi><mo>¯</mo></mover>',
      'vec(v),bar(x)',
    ],
    [
      'a function',
      '<mi>sin</mi><mo>&#x2061;</mo><mi>x</mi><mo>±</mo><msub><mi>log</mi><mn>2</mn></msub><mi>n</mi>',
      'sin x±log_2 n',
    ],
    [
      'a matrix',
      '<mo>(</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr><mtr><mtd><mn>0</mn></mtd><mtd><mn>1</mn></mtd></mtr></mtable><mo>)</mo>',
      '([1, 0; 0, 1])',
    ],
    ['fences', '<mfenced open="[" close="[" separators=";"><mi>a</mi><mi>b</mi><mi>c</mi></mfenced>', '[a;b;c['],
    ['scripts on both sides', '<mmultiscripts><mi>C</mi><mprescripts/><mn>6</mn><mn>12</mn></mmultiscripts>', '_6^12C'],
    ['no other notations', '<semantics><mi>x</mi><annotation encoding="StarMath 5.0">x</annotation></semantics>', 'x'],
  ])('%s', async (_, xml, text) => {
    expect(await math(xml)).toBe(text);
  });

  test('an equation that never ends is refused', async () => {
    await expect(math('<mrow>'.repeat(500) + '</mrow>'.repeat(500))).rejects.toThrow('too large');
  });
});
