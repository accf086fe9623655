import type { ParamInfo } from '../../../shared/nodes/params.ts';

/** A saved value as text for an input; objects as JSON. Unset shows the default, so that the form says what will run. */
export function textOf(value: unknown, info: ParamInfo): string {
  const shown = value === undefined || value === null || value === '' ? shownDefault(info) : value;
  if (shown === undefined || shown === null) return '';
  return typeof shown === 'object' ? JSON.stringify(shown, null, 2) : String(shown);
}

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
  if (value === undefined || value === null || value === '') return info.default === true;
  return value === true || value === 'true';
}

/** First letter large: problems of params read "Chunk size must be…", those of a field "Must be…". */
export function fieldProblem(message: string | undefined, title: string): string | undefined {
  if (message === undefined) return undefined;
  const words = message.startsWith(`${title} `) ? message.slice(title.length + 1) : message;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
