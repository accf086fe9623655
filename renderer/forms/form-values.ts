import type { NodeDefinition } from '../../shared/nodes/define-node.ts';
import { type ParamInfo, paramInfo } from '../../shared/nodes/params.ts';
import { isUnset } from '../../shared/nodes/unset.ts';
import { locale, t } from '../../shared/texts/t.ts';

/** A saved value as text for an input; objects as JSON. Unset shows the default, so that the form says what will run. */
export function textOf(value: unknown, info: ParamInfo): string {
  const shown = isUnset(value) ? shownDefault(info) : value;
  if (shown === undefined || shown === null) return '';
  return typeof shown === 'object' ? JSON.stringify(shown, null, 2) : String(shown);
}

/** Whether a param that must have a value has none yet. */
export function isMissing(value: unknown, info: ParamInfo): boolean {
  return info.required && textOf(value, info) === '';
}

/** Whether the values of a node call for a field: some are of use only with a certain choice in another. */
export function isShown(
  definition: NodeDefinition,
  when: ParamInfo['when'],
  inputs: Readonly<Record<string, unknown>>,
): boolean {
  const schema = when === undefined ? undefined : definition.params.shape[when.param];
  if (when === undefined || schema === undefined) return true;
  return when.values.includes(textOf(inputs[when.param], paramInfo(schema)));
}

/** A number's unit, with what long times are in people's own: "ms (10 min)". */
export function unitOf(info: ParamInfo, text: string): string | undefined {
  const seconds = Number(text) / 1000;
  if (info.unit !== 'ms' || !(seconds >= 1)) return info.unit === undefined ? undefined : t(info.unit);
  return seconds < 60
    ? t('ms ({seconds} s)', { seconds: oneDigit.format(seconds) })
    : t('ms ({minutes} min)', { minutes: oneDigit.format(seconds / 60) });
}

const oneDigit = new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 });

function shownDefault(info: ParamInfo): unknown {
  return info.kind === 'json' ? '' : info.default;
}

/** What is saved for a number field's text: a number if the text is exactly one, else the text, so that its problem can be shown. */
export function numberOf(text: string): number | string {
  const trimmed = text.trim();
  const value = Number(trimmed);
  return trimmed !== '' && String(value) === trimmed ? value : trimmed;
}

/** "true" as text counts too; unset is the default. */
export function isOn(value: unknown, info: ParamInfo): boolean {
  if (isUnset(value)) return info.default === true;
  return value === true || value === 'true';
}

/** First letter large: problems of params read "Chunk size must be…", those of a field "Must be…". */
export function fieldProblem(message: string | undefined, title: string): string | undefined {
  if (message === undefined) return undefined;
  const words = message.startsWith(title) ? message.slice(title.length).trimStart() : message;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
