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
    [
      'a matrix in brackets',
      `<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr>${e(`<m:m><m:mPr/><m:mr>${e(r('1'))}${e(r('2'))}</m:mr><m:mr>${e(r('3'))}${e(r('4'))}</m:mr></m:m>`)}</m:d>`,
      '[1, 2; 3, 4]',
    ],
    [
      'a determinant',
      `<m:d><m:dPr><m:begChr m:val="|"/><m:endChr m:val="|"/></m:dPr>${e(`<m:m><m:mr>${e(r('a'))}${e(r('b'))}</m:mr></m:m>`)}</m:d>`,
      '|a, b|',
    ],
    ['a product below a fraction', `<m:f><m:num>${r('1')}</m:num><m:den>${r('2a')}</m:den></m:f>`, '1/(2a)'],
    ['a product behind a fraction', `<m:f><m:num>${r('1')}</m:num><m:den>${r('2')}</m:den></m:f>${r('a')}`, '1/2 a'],
    ['a fraction behind a letter', `${r('a')}<m:f><m:num>${r('1')}</m:num><m:den>${r('2')}</m:den></m:f>`, 'a 1/2'],
    ['a word as an index', `<m:sSub>${e(r('v'))}<m:sub>${r('max')}</m:sub></m:sSub>${r('t')}`, 'v_max t'],
    ['letters as an index', `<m:sSub>${e(r('x'))}<m:sub>${r('iy')}</m:sub></m:sSub>`, 'x_(iy)'],
    ['a letter behind an index', `<m:sSub>${e(r('x'))}<m:sub>${r('i')}</m:sub></m:sSub>${r('y')}`, 'x_i y'],
    ['a product with brackets below', `<m:f><m:num>${r('1')}</m:num><m:den>${r('a(b+c)')}</m:den></m:f>`, '1/(a(b+c))'],
    ['a power of a product', `<m:sSup>${e(r('ab'))}<m:sup>${r('2')}</m:sup></m:sSup>`, '(ab)^2'],
    [
      'a power of a function',
      `<m:sSup>${e(`<m:rad><m:deg/>${e(r('x'))}</m:rad>`)}<m:sup>${r('3')}</m:sup></m:sSup>`,
      'sqrt(x)^3',
    ],
    [
      'a power of a power',
      `<m:sSup>${e(r('e'))}<m:sup><m:sSup>${e(r('x'))}<m:sup>${r('2')}</m:sup></m:sSup></m:sup></m:sSup>${r('y')}`,
      'e^(x^2) y',
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
      '∑_(k=0)^n k',
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
      '(1, 0; 0, 1)',
    ],
    [
      'a determinant',
      '<mrow><mo>|</mo><mrow><mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr></mtable></mrow><mo>|</mo></mrow>',
      '|a, b|',
    ],
    [
      'a matrix in fences',
      '<mfenced><mtable><mtr><mtd><mi>a</mi></mtd></mtr><mtr><mtd><mi>b</mi></mtd></mtr></mtable></mfenced>',
      '(a; b)',
    ],
    ['a matrix alone', '<mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr></mtable>', '[a, b]'],
    [
      'an index and a product',
      '<msub><mi>x</mi><mi>i</mi></msub><mi>y</mi><mo>+</mo><msub><mi>x</mi><mrow><mi>i</mi><mi>y</mi></mrow></msub>',
      'x_i y+x_(iy)',
    ],
    [
      'a product of letters',
      '<mi>a</mi><mi>b</mi><mi>c</mi><msup><mi>d</mi><mo>′</mo></msup><msubsup><mi>e</mi><mi>i</mi><mo>′</mo></msubsup>',
      'abcd′e′_i',
    ],
    ['fences', '<mfenced open="[" close="[" separators=";"><mi>a</mi><mi>b</mi><mi>c</mi></mfenced>', '[a;b;c['],
    ['scripts on both sides', '<mmultiscripts><mi>C</mi><mprescripts/><mn>6</mn><mn>12</mn></mmultiscripts>', '_6^12C'],
    ['empty fences', '<mfenced></mfenced><mfenced open="[" close="]"/>', '()[]'],
    ['no other notations', '<semantics><mi>x</mi><annotation encoding="StarMath 5.0">x</annotation></semantics>', 'x'],
  ])('%s', async (_, xml, text) => {
    expect(await math(xml)).toBe(text);
  });

  test('an equation that never ends is refused', async () => {
    await expect(math('<mrow>'.repeat(500) + '</mrow>'.repeat(500))).rejects.toThrow('too large');
  });
});
