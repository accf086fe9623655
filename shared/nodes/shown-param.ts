import type { z } from 'zod';
import { t } from '../texts/t.ts';
import { type ParamInfo, paramInfo } from './params.ts';

/** With these of its texts in the language of the window. */
function translated<T extends object>(item: T, names: readonly (keyof T)[]): T {
  const texts = names.flatMap((name): [PropertyKey, string][] => {
    const text = item[name];
    return typeof text === 'string' ? [[name, t(text)]] : [];
  });
  return { ...item, ...Object.fromEntries(texts) };
}

const shown = new WeakMap<ParamInfo, ParamInfo>();

/** Title, help, placeholder and choices in the language of the window; the unit stays as it is. The same object each time. */
export function shownInfo(info: ParamInfo): ParamInfo {
  const known = shown.get(info);
  if (known !== undefined) return known;
  const words = translated(info, ['title', 'help', 'placeholder']);
  const choices = info.choices?.map((choice) => translated(choice, ['label', 'help']));
  const result = choices === undefined ? words : { ...words, choices };
  shown.set(info, result);
  return result;
}

/**
 * How a param is displayed, in the language of the window. What definitions say stays in English where it is saved in a flow or answered to a call,
 * and is translated where it is shown. Throws as {@link paramInfo} does.
 */
export function shownParam(schema: z.core.$ZodType): ParamInfo {
  return shownInfo(paramInfo(schema));
}
