import { askedFactsIn, factsIn } from '../../../shared/text/facts.ts';
import type { ParsedQuestion } from '../../../shared/text/question.ts';
import { foldText, partsOfRun, runsOf, unitsOf } from '../../../shared/text/words.ts';
import type { TextRange } from './join-lines.ts';

/** Where more than a word of a query stands in a text. */
export interface Stretch extends TextRange {
  /** As it was typed. */
  readonly phrase: string;
}

interface Unit extends TextRange {
  readonly key: string;
}

/** The words of a text in a row; letters of scripts without spaces one by one. */
function unitsIn(text: string): readonly Unit[] {
  const units: Unit[] = [];
  for (const { 0: run, index } of runsOf(text)) {
    let from = index;
    for (const part of partsOfRun(run)) {
      for (const unit of part.isUnspaced ? unitsOf(part.text) : [part.text]) {
        units.push({ from, to: from + unit.length, key: foldText(unit) });
        from += unit.length;
      }
    }
  }
  return units;
}

/** Where the phrases of a query stand in a text, word by word. */
export function phrasesIn(text: string, { phrases }: ParsedQuestion): readonly Stretch[] {
  if (phrases.length === 0) return [];
  const units = unitsIn(text);
  return phrases.flatMap((phrase) => {
    const keys = unitsIn(phrase).map(({ key }) => key);
    return units.flatMap(({ from }, at) => {
      const last = units[at + keys.length - 1];
      const isHere = last !== undefined && keys.every((key, index) => units[at + index]?.key === key);
      return isHere ? [{ from, to: last.to, phrase: phrase.trim() }] : [];
    });
  });
}

/** Where the dates, codes and numbers of a query stand in a text, in any notation. */
export function factsFoundIn(text: string, query: string): readonly Stretch[] {
  const facts = new Map(askedFactsIn(query).flatMap((fact) => fact.keys.map((key) => [key, fact.text] as const)));
  if (facts.size === 0) return [];
  return factsIn(text).flatMap(({ from, to, keys }) => {
    const found = keys.flatMap((key) => facts.get(key) ?? []).at(0);
    return found === undefined ? [] : [{ from, to, phrase: found }];
  });
}
