import { readAddress, withPassword } from '../../../shared/flow/address-password.ts';
import type { GraphNode } from '../../../shared/flow/flow-document.ts';
import type { ParamInfo } from '../../../shared/nodes/params.ts';
import { locale, t } from '../../../shared/texts/t.ts';
import type { ValueChange } from './flow-difference.ts';
import { infoOf } from './node-words.ts';

/** A longer value is cut: its beginning says which one it is. */
const VALUE_CHARACTERS = 60;

const NO_VALUE = t('none');
const HIDDEN_PASSWORD = '•••';

const numbers = new Intl.NumberFormat(locale(), { maximumFractionDigits: 6 });

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > VALUE_CHARACTERS ? `${line.slice(0, VALUE_CHARACTERS - 1)}…` : line;
}

function withoutPassword(text: string): string {
  const address = readAddress(text);
  return address === undefined || address.password === '' ? text : withPassword(address, HIDDEN_PASSWORD);
}

function showValue(value: unknown, info: ParamInfo | undefined): string {
  const shown = value ?? info?.default;
  if (typeof shown === 'boolean') return shown ? t('on') : t('off');
  if (typeof shown === 'number') return numbers.format(shown);
  if (shown === undefined || shown === '') return NO_VALUE;
  if (typeof shown !== 'string') return shorten(JSON.stringify(shown));
  if (info?.kind === 'number' && Number.isFinite(Number(shown))) return numbers.format(Number(shown));
  if (info?.kind === 'boolean') return shown === 'true' ? t('on') : t('off');
  return info?.choices?.find((choice) => choice.value === shown)?.label ?? shorten(withoutPassword(shown));
}

/** Both values as the form shows them; undefined for what must not be shown. */
export function shownValues(
  node: GraphNode,
  { param, before, after }: ValueChange,
): { readonly before: string; readonly after: string } | undefined {
  const info = infoOf(node, param);
  if (info?.kind === 'secret') return undefined;
  return { before: showValue(before, info), after: showValue(after, info) };
}
