import type { PDFPageProxy } from 'unpdf/pdfjs';
import { type BlankedRun, type DrawnText, type IsShown, TextTracer } from './hidden-text.ts';
import { operatorsOf } from './page-operators.ts';
import { type Rule, RuleTracer } from './page-rules.ts';

/** What the operators of a page say of it. */
export interface PageDrawing {
  readonly texts: readonly DrawnText[];
  readonly blankedRuns: readonly BlankedRun[];
  readonly rules: readonly Rule[];
}

export const NOTHING_DRAWN: PageDrawing = { texts: [], blankedRuns: [], rules: [] };

/** Reads the operators of a page once: to have pdf.js read them takes as long as to have it read the text. */
export async function readDrawing(page: PDFPageProxy, isShown: IsShown): Promise<PageDrawing> {
  const { OPS } = await import('unpdf/pdfjs');
  const texts = new TextTracer(OPS, isShown);
  const rules = new RuleTracer(OPS);
  for await (const { fnArray, argsArray } of operatorsOf(page)) {
    for (const [index, operator] of fnArray.entries()) {
      texts.follow(operator, argsArray[index]);
      rules.follow(operator, argsArray[index]);
    }
  }
  texts.end();
  return { texts: texts.texts, blankedRuns: texts.blankedRuns, rules: rules.rules };
}
