import type { VectorQueryBody } from '../../../shared/api/vector.ts';
import { parseJson } from '../../../shared/json/parse-json.ts';
import { t } from '../../../shared/texts/t.ts';
import type { Askable } from '../../api/ask.ts';

export type Mode = NonNullable<VectorQueryBody['mode']>;

/** One way to search, as it is typed. */
export interface SearchSettings {
  /** Id of the flow or store that is queried: another one may have another model. */
  readonly target: string;
  readonly mode: Mode;
  readonly topK: string;
  /** Empty: the model's own. */
  readonly weight: string;
  /** JSON; empty: everything. */
  readonly filter: string;
}

/** What is wrong with the fields, by field. */
export type Problems = { readonly [Field in keyof SearchSettings]?: string };

/** A way to search that can be sent. */
export interface ReadSettings {
  readonly target: Askable;
  readonly body: Omit<VectorQueryBody, 'query'>;
}

function readFilter(text: string): VectorQueryBody['filter'] | 'wrong' {
  if (text.trim() === '') return undefined;
  const value = parseJson(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : 'wrong';
}

/** Reads the fields. */
export function readSettings(
  { target, mode, topK, weight, filter }: SearchSettings,
  askables: readonly Askable[],
): { readonly settings: ReadSettings | undefined; readonly problems: Problems } {
  const found = askables.find(({ id }) => id === target);
  const count = Number(topK);
  const share = weight.trim() === '' ? undefined : Number(weight);
  const read = readFilter(filter);
  const problems = {
    ...(found === undefined ? { target: t('It is gone: choose another one.') } : {}),
    ...(Number.isInteger(count) && count >= 1 && count <= 1000 ? {} : { topK: t('Write a number from 1 to 1,000.') }),
    ...(share === undefined || (share >= 0 && share <= 10) ? {} : { weight: t('Write a number from 0 to 10.') }),
    ...(read === 'wrong' ? { filter: t('Write an object, such as {"source": "handbook.md"}.') } : {}),
  };
  if (found === undefined || read === 'wrong' || Object.keys(problems).length > 0)
    return { settings: undefined, problems };
  const hybridWeight = mode === 'hybrid' ? share : undefined;
  return { settings: { target: found, body: { mode, topK: count, filter: read, hybridWeight } }, problems };
}
