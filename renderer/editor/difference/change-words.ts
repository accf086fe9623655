import { readAddress, withPassword } from '../../../shared/flow/address-password.ts';
import type { GraphNode } from '../../../shared/flow/flow-document.ts';
import type { ParamInfo } from '../../../shared/nodes/params.ts';
import { locale, t } from '../../../shared/texts/t.ts';
import type { EdgeChange, FlowDifference, NodeChange, ValueChange } from './flow-difference.ts';
import { infoOf, nameOf, titleOf } from './node-words.ts';

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
function shownValues(
  node: GraphNode,
  { param, before, after }: ValueChange,
): { readonly before: string; readonly after: string } | undefined {
  const info = infoOf(node, param);
  if (info?.kind === 'secret') return undefined;
  return { before: showValue(before, info), after: showValue(after, info) };
}

/** One thing of a changed node: a value, its name, its credential. Without values they must not be shown, or say nothing. */
export interface ChangedPart {
  readonly title: string;
  readonly before?: string;
  readonly after?: string;
}

/** A line of a list of what differs. */
export interface ChangeLine {
  readonly kind: 'added' | 'changed' | 'removed';
  readonly title: string;
  /** To go there; absent where the later content has no such node. */
  readonly nodeId?: string;
  readonly parts: readonly ChangedPart[];
}

function partsOf({ before, after, values, hasOtherCredential, isOtherwiseChanged }: NodeChange): ChangedPart[] {
  const isRenamed = before.data.label !== after.data.label;
  return [
    ...(isRenamed ? [{ title: t('Name'), before: nameOf(before), after: nameOf(after) }] : []),
    ...values.map((value) => ({ title: titleOf(after, value.param), ...shownValues(after, value) })),
    ...(hasOtherCredential ? [{ title: t('Credential') }] : []),
    ...(isOtherwiseChanged ? [{ title: t('How it is used or shown') }] : []),
  ];
}

function lineOfEdge({ source, target }: EdgeChange, kind: ChangeLine['kind']): ChangeLine {
  return {
    kind,
    title: t('Connection of “{source}” to “{target}”', { source: nameOf(source), target: nameOf(target) }),
    parts: [],
  };
}

/** All that differs, to be read from top to bottom: what is new, what is other, what is gone. */
export function listChanges(difference: FlowDifference): readonly ChangeLine[] {
  const { added, removed, changed, moved, connected, disconnected, hasOtherOverrides } = difference;
  const other: ChangeLine[] = [
    ...(hasOtherOverrides ? [{ kind: 'changed', title: t('What calls may override'), parts: [] } as const] : []),
    ...(moved.length > 0
      ? [
          {
            kind: 'changed',
            title: t('Place of {count, plural, one {# node} other {# nodes}}', { count: moved.length }),
            parts: [],
          } as const,
        ]
      : []),
  ];
  return [
    ...added.map((node): ChangeLine => ({ kind: 'added', title: nameOf(node), nodeId: node.id, parts: [] })),
    ...connected.map((edge) => lineOfEdge(edge, 'added')),
    ...changed.map(
      (change): ChangeLine => ({
        kind: 'changed',
        title: nameOf(change.after),
        nodeId: change.after.id,
        parts: partsOf(change),
      }),
    ),
    ...other,
    ...removed.map((node): ChangeLine => ({ kind: 'removed', title: nameOf(node), parts: [] })),
    ...disconnected.map((edge) => lineOfEdge(edge, 'removed')),
  ];
}

/** A line of a list has room for so many pieces. */
const PIECES = 3;

function pieceOf({ title, before, after }: ChangedPart): string {
  return before === undefined || after === undefined
    ? t('{setting} changed', { setting: title })
    : `${title} ${before} → ${after}`;
}

const COUNT_WORDS = {
  added: (count: number) => t('{count, plural, one {# node} other {# nodes}} added', { count }),
  removed: (count: number) => t('{count, plural, one {# node} other {# nodes}} removed', { count }),
  connected: (count: number) => t('{count, plural, one {# connection} other {# connections}} added', { count }),
  disconnected: (count: number) => t('{count, plural, one {# connection} other {# connections}} removed', { count }),
} as const;

function countOf(difference: FlowDifference, what: keyof typeof COUNT_WORDS): string[] {
  const { length } = difference[what];
  return length === 0 ? [] : [COUNT_WORDS[what](length)];
}

/** What differs in a line: "2 nodes added, Chunk Size 1,000 → 800". */
export function summarizeChanges(difference: FlowDifference): string {
  const { changed, moved, hasOtherOverrides } = difference;
  const ofNodes = [...countOf(difference, 'added'), ...countOf(difference, 'removed')];
  const ofValues = changed.flatMap(partsOf).map(pieceOf);
  const ofEdges = [...countOf(difference, 'connected'), ...countOf(difference, 'disconnected')];
  // Wires come and go with their nodes.
  const pieces = [
    ...ofNodes,
    ...ofValues,
    ...(ofNodes.length > 0 ? [] : ofEdges),
    ...(hasOtherOverrides ? [t('overrides changed')] : []),
  ];
  if (pieces.length === 0)
    return moved.length === 0
      ? t('Nothing changed')
      : t('{count, plural, one {# node} other {# nodes}} moved', { count: moved.length });
  const rest = pieces.length - PIECES;
  const told = pieces.slice(0, rest === 1 ? PIECES + 1 : PIECES).join(', ');
  return rest > 1 ? t('{changes} and {rest} more changes', { changes: told, rest }) : told;
}
