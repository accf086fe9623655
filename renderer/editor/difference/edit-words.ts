import { t } from '../../../shared/texts/t.ts';
import type { EdgeChange, FlowDifference, NodeChange } from './flow-difference.ts';
import { nameOf, titleOf } from './node-words.ts';

/** Names of edits for which what they changed does not say what was done. */
export const EDIT_NAMES = {
  cut: (count: number) => t('cutting of {count, plural, one {# node} other {# nodes}}', { count }),
  paste: (count: number) => t('pasting of {count, plural, one {# node} other {# nodes}}', { count }),
  duplicate: (count: number) => t('duplicate of {count, plural, one {# node} other {# nodes}}', { count }),
  import: () => t('import of a flow'),
  'begin-flow': () => t('drawing of a whole flow'),
  tidy: () => t('tidying of the layout'),
  replace: () => t('replacement of a node'),
  'replace-unknown': (count: number) =>
    t('replacement of {count, plural, one {# node} other {# nodes}} not available here', { count }),
  disable: (count: number) => t('disabling of {count, plural, one {# node} other {# nodes}}', { count }),
  enable: (count: number) => t('enabling of {count, plural, one {# node} other {# nodes}}', { count }),
  collapse: (count: number) => t('collapsing of {count, plural, one {# node} other {# nodes}}', { count }),
  expand: (count: number) => t('expanding of {count, plural, one {# node} other {# nodes}}', { count }),
  'write-note': () => t('writing in a note'),
  'colour-note': () => t('colour of a note'),
  'resize-note': () => t('size of a note'),
  theirs: () => t('taking of the other version'),
  restore: () => t('return to an earlier version'),
  earlier: () => t('changes of your last visit'),
} as const satisfies Readonly<Record<string, (nodes: number) => string>>;

export type EditName = keyof typeof EDIT_NAMES;

function wordsOfEdges([first, second]: readonly EdgeChange[], count: number, isNew: boolean): string {
  if (second !== undefined || first === undefined) {
    return isNew
      ? t('{count, plural, one {# connection} other {# connections}}', { count })
      : t('removal of {count, plural, one {# connection} other {# connections}}', { count });
  }
  const [from, to] = [nameOf(first.source), nameOf(first.target)];
  return isNew
    ? t('connection of “{from}” to “{to}”', { from, to })
    : t('removal of the connection of “{from}” to “{to}”', { from, to });
}

function isRenamed({ before, after }: NodeChange): boolean {
  return before.data.label !== after.data.label;
}

function wordsOfChange(change: NodeChange): string {
  const name = nameOf(change.after);
  const [value, second] = change.values;
  if (isRenamed(change) && value === undefined)
    return t('renaming of “{before}” to “{name}”', { before: nameOf(change.before), name });
  if (value !== undefined && second === undefined && !isRenamed(change)) {
    return t('change of {setting} in “{name}”', { setting: titleOf(change.after, value.param), name });
  }
  if (value === undefined && change.hasOtherCredential) return t('change of the credential of “{name}”', { name });
  return t('change of “{name}”', { name });
}

function wordsOfNodes({ added, removed, changed, moved }: FlowDifference): string | undefined {
  const [addedNode] = added;
  const [removedNode] = removed;
  if (addedNode !== undefined && removedNode !== undefined) {
    const isOne = added.length === 1 && removed.length === 1;
    return isOne
      ? t('replacement of “{before}” by “{after}”', { before: nameOf(removedNode), after: nameOf(addedNode) })
      : t('replacement of {count, plural, one {# node} other {# nodes}}', { count: removed.length });
  }
  if (addedNode !== undefined) {
    return added.length === 1
      ? t('adding of “{name}”', { name: nameOf(addedNode) })
      : t('adding of {count, plural, one {# node} other {# nodes}}', { count: added.length });
  }
  if (removedNode !== undefined) {
    return removed.length === 1
      ? t('removal of “{name}”', { name: nameOf(removedNode) })
      : t('removal of {count, plural, one {# node} other {# nodes}}', { count: removed.length });
  }
  const [change] = changed;
  if (change !== undefined) {
    return changed.length === 1
      ? wordsOfChange(change)
      : t('change of {count, plural, one {# node} other {# nodes}}', { count: changed.length });
  }
  const [movedNode] = moved;
  if (movedNode === undefined) return undefined;
  return moved.length === 1
    ? t('move of “{name}”', { name: nameOf(movedNode) })
    : t('move of {count, plural, one {# node} other {# nodes}}', { count: moved.length });
}

function wordsOfWires({ connected, disconnected }: FlowDifference): string | undefined {
  if (connected.length > 0 && disconnected.length > 0) return t('change of a connection');
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
  return words ?? (difference.hasOtherOverrides ? t('change of what calls may override') : t('change'));
}
