import type { FlowFindings } from '../../shared/flow/read-flow.ts';
import { t } from '../../shared/texts/t.ts';

/** What is said of each finding. */
const WORDS: Readonly<Record<keyof FlowFindings, (count: number) => string>> = {
  unplaced: (count) =>
    t(
      '{count, plural, one {# node has no place: it stands below the others.} other {# nodes have no place: they stand below the others.}}',
      { count },
    ),
  mended: (count) =>
    t(
      '{count, plural, one {# node has parts that this version can’t read: it is shown without them.} other {# nodes have parts that this version can’t read: they are shown without them.}}',
      { count },
    ),
  renamed: (count) =>
    t(
      '{count, plural, one {# node had the id of another one: it has its own now, and wires lead to the first.} other {# nodes had the ids of others: they have their own now, and wires lead to the first.}}',
      { count },
    ),
  dangling: (count) =>
    t(
      '{count, plural, one {# wire leads to a node that is not there: it is not drawn.} other {# wires lead to nodes that are not there: they are not drawn.}}',
      { count },
    ),
  unreadable: (count) =>
    t(
      '{count, plural, one {# part is neither a node nor a wire that this version knows.} other {# parts are neither nodes nor wires that this version knows.}}',
      { count },
    ),
};

const ORDER = [
  'unreadable',
  'mended',
  'renamed',
  'unplaced',
  'dangling',
] as const satisfies readonly (keyof FlowFindings)[];

/** Sentences about what was found in a flow; none for a flow in order. */
export function describeFindings(findings: FlowFindings): readonly string[] {
  return ORDER.flatMap((name) => {
    const count = findings[name];
    return count === 0 ? [] : [WORDS[name](count)];
  });
}
