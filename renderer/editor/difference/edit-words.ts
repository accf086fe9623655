import { t } from '../../../shared/texts/t.ts';
import type { EdgeChange, FlowDifference, NodeChange } from './flow-difference.ts';
import { nameOf, titleOf } from './node-words.ts';

/** Names of edits for which what they changed does not say what was done. */
export const EDIT_NAMES = {
  cut: (count: number) => `cutting of ${t('{count, plural, one {# node} other {# nodes}}', { count })}`,
  paste: (count: number) => `pasting of ${t('{count, plural, one {# node} other {# nodes}}', { count })}`,
  duplicate: (count: number) => `duplicate of ${t('{count, plural, one {# node} other {# nodes}}', { count })}`,
  import: () => 'import of a flow',
  'begin-flow': () => 'drawing of a whole flow',
  tidy: () => 'tidying of the layout',
  replace: () => 'replacement of a node',
  'replace-unknown': (count: number) =>
    `replacement of ${t('{count, plural, one {# node} other {# nodes}}', { count })} not available here`,
  disable: (count: number) => `disabling of ${t('{count, plural, one {# node} other {# nodes}}', { count })}`,
  enable: (count: number) => `enabling of ${t('{count, plural, one {# node} other {# nodes}}', { count })}`,
  collapse: (count: number) => `collapsing of ${t('{count, plural, one {# node} other {# nodes}}', { count })}`,
  expand: (count: number) => `expanding of ${t('{count, plural, one {# node} other {# nodes}}', { count })}`,
  'write-note': () => 'writing in a note',
  'colour-note': () => 'colour of a note',
  'resize-note': () => 'size of a note',
  theirs: () => 'taking of the other version',
  restore: () => 'return to an earlier version',
  earlier: () => 'changes of your last visit',
} as const satisfies Readonly<Record<string, (nodes: number) => string>>;

export type EditName = keyof typeof EDIT_NAMES;

function wordsOfEdges([first, second]: readonly EdgeChange[], count: number, isNew: boolean): string {
  if (second !== undefined || first === undefined) {
    return isNew
      ? `${t('{count, plural, one {# connection} other {# connections}}', { count })}`
      : `removal of ${t('{count, plural, one {# connection} other {# connections}}', { count })}`;
  }
  const [from, to] = [nameOf(first.source), nameOf(first.target)];
  return isNew ? `connection of “${from}” to “${to}”` : `removal of the connection of “${from}” to “${to}”`;
}

function isRenamed({ before, after }: NodeChange): boolean {
  return before.data.label !== after.data.label;
}

function wordsOfChange(change: NodeChange): string {
  const name = nameOf(change.after);
  const [value, second] = change.values;
  if (isRenamed(change) && value === undefined) return `renaming of “${nameOf(change.before)}” to “${name}”`;
  if (value !== undefined && second === undefined && !isRenamed(change)) {
    return `change of ${titleOf(change.after, value.param)} in “${name}”`;
  }
  if (value === undefined && change.hasOtherCredential) return `change of the credential of “${name}”`;
  return `change of “${name}”`;
}

function wordsOfNodes({ added, removed, changed, moved }: FlowDifference): string | undefined {
  const [addedNode] = added;
  const [removedNode] = removed;
  if (addedNode !== undefined && removedNode !== undefined) {
    const isOne = added.length === 1 && removed.length === 1;
    return isOne
      ? `replacement of “${nameOf(removedNode)}” by “${nameOf(addedNode)}”`
      : `replacement of ${t('{count, plural, one {# node} other {# nodes}}', { count: removed.length })}`;
  }
  if (addedNode !== undefined) {
    return added.length === 1
      ? `adding of “${nameOf(addedNode)}”`
      : `adding of ${t('{count, plural, one {# node} other {# nodes}}', { count: added.length })}`;
  }
  if (removedNode !== undefined) {
    return removed.length === 1
      ? `removal of “${nameOf(removedNode)}”`
      : `removal of ${t('{count, plural, one {# node} other {# nodes}}', { count: removed.length })}`;
  }
  const [change] = changed;
  if (change !== undefined) {
    return changed.length === 1
      ? wordsOfChange(change)
      : `change of ${t('{count, plural, one {# node} other {# nodes}}', { count: changed.length })}`;
  }
  const [movedNode] = moved;
  if (movedNode === undefined) return undefined;
  return moved.length === 1
    ? `move of “${nameOf(movedNode)}”`
    : `move of ${t('{count, plural, one {# node} other {# nodes}}', { count: moved.length })}`;
}

function wordsOfWires({ connected, disconnected }: FlowDifference): string | undefined {
  if (connected.length > 0 && disconnected.length > 0) return 'change of a connection';
  if (connected.length > 0) return wordsOfEdges(connected, connected.length, true);
  return disconnected.length > 0 ? wordsOfEdges(disconnected, disconnected.length, false) : undefined;
}

/** What an edit did, to stand behind "Undo": the name that it was given, or else what it changed. */
export function describeEdit(difference: FlowDifference, name?: EditName): string {
  if (name !== undefined) {
    const { added, removed, changed } = difference;
    return EDIT_NAMES[name](Math.max(added.length, removed.length, changed.length));
  }
  // Wires come and go with their nodes, and nodes make room for a new one: what is rarer says what was done.
  const ofNodes = wordsOfNodes(difference);
  const isOnlyMoved = difference.added.length + difference.removed.length + difference.changed.length === 0;
  const ofWires = wordsOfWires(difference);
  const words = isOnlyMoved ? (ofWires ?? ofNodes) : ofNodes;
  return words ?? (difference.hasOtherOverrides ? 'change of what calls may override' : 'change');
}
