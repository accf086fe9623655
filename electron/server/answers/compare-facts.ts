import type { TextFact } from './read-facts.ts';

/** Whether two facts of texts say the same; a date may be a part of another one. */
export function isSameFact(said: TextFact, held: TextFact): boolean {
  return hasSameValue(said, held) && (said.unit === undefined || held.unit === undefined || said.unit === held.unit);
}

const DATE_PART: Partial<Record<TextFact['kind'], string>> = { month: 'm', number: 'n' };

function hasSameValue(said: TextFact, held: TextFact): boolean {
  if (said.kind === held.kind) {
    const values = said.kind === 'date' ? held.implied : held.values;
    return said.values.some((value) => values.includes(value));
  }
  // Clocks of 24 hours are also written as numbers with a unit.
  if (said.kind === 'time' && held.kind === 'number')
    return held.unit === 'hour' && said.values.includes(`${held.values[0]}:00`);
  if (said.kind === 'number' && held.kind === 'time')
    return said.unit === 'hour' && held.values.includes(`${said.values[0]}:00`);
  if (said.kind === 'period' && held.kind === 'number') return held.unit === said.values[0];
  const part = DATE_PART[said.kind];
  return (
    held.kind === 'date' && part !== undefined && said.values.some((value) => held.implied.includes(`${part}${value}`))
  );
}

/** Units that are named in a text, as in the head of a table. */
function hasUnit(unit: string, around: readonly TextFact[]): boolean {
  return around.some((fact) => fact.unit === unit || (fact.kind === 'period' && fact.values[0] === unit));
}

/** Whether a text holds a fact of a sentence. What says only how often may be left out, but not be another. */
export function isHeld(said: TextFact, held: readonly TextFact[]): boolean {
  if (said.kind === 'period') {
    const periods = held.filter((fact) => periodOf(fact) !== undefined);
    return periods.length === 0 || periods.some((fact) => isSameFact(said, fact));
  }
  return held.some(
    (fact) =>
      isSameFact(said, fact) &&
      (said.kind !== 'number' ||
        said.unit === undefined ||
        fact.unit !== undefined ||
        fact.kind !== 'number' ||
        hasUnit(said.unit, held)),
  );
}

function periodOf(fact: TextFact): string | undefined {
  if (fact.kind === 'period') return fact.values[0];
  return fact.kind === 'number' && fact.unit !== undefined && PERIODS.has(fact.unit) ? fact.unit : undefined;
}

const PERIODS = new Set('hour day week month quarter year'.split(' '));
