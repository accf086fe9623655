import { z } from 'zod';
import { t } from '../../../../shared/texts/t.ts';

const DetailsSchema = z.record(z.string(), z.unknown());

/** The parts of an assistant's details that have fields of their own. */
const OWN = ['name', 'instructions', 'model'] as const;

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function parse(details: string): Record<string, unknown> | undefined {
  try {
    return DetailsSchema.safeParse(JSON.parse(details)).data;
  } catch {
    return undefined; // no JSON: the check of the form says so
  }
}

/** The details of an assistant as the fields of a form; `more` is the JSON text of all that has no field. */
export function readDetails(details: string): Readonly<Record<(typeof OWN)[number] | 'more', string>> {
  const { name, instructions, model, ...more } = parse(details) ?? {};
  return {
    name: textOf(name),
    instructions: textOf(instructions),
    model: textOf(model),
    more: Object.keys(more).length === 0 ? '' : JSON.stringify(more, null, 2),
  };
}

/** What is wrong with the text of the other details; undefined when nothing is. */
export function problemOfMore(more: string): string | undefined {
  return more.trim() === '' || parse(more) !== undefined
    ? undefined
    : t('Must be the JSON of an object, as {"key": "value"}.');
}

/** The details as JSON text. */
export function writeDetails(draft: Readonly<Record<string, string>>): string {
  const own = OWN.flatMap((name) => {
    const value = draft[name] ?? '';
    return value === '' ? [] : [[name, value] as const];
  });
  return JSON.stringify({ ...Object.fromEntries(own), ...parse(draft.more ?? '') });
}
