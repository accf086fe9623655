import type { FlowFindings } from '../../shared/flow/read-flow.ts';
import { t } from '../../shared/texts/t.ts';

type Words = (count: number) => string;

/** What is said of each finding: of one, and of several. */
const WORDS: Readonly<Record<keyof FlowFindings, { readonly one: string; readonly several: Words }>> = {
  unplaced: {
    one: t('1 node has no place: it stands below the others.'),
    several: (count) => t('{count} nodes have no place: they stand below the others.', { count }),
  },
  mended: {
    one: t('1 node has parts that this version can’t read: it is shown without them.'),
    several: (count) =>
      t('{count} nodes have parts that this version can’t read: they are shown without them.', { count }),
  },
  renamed: {
    one: t('1 node had the id of another one: it has its own now, and wires lead to the first.'),
    several: (count) =>
      t('{count} nodes had the ids of others: they have their own now, and wires lead to the first.', { count }),
  },
  dangling: {
    one: t('1 wire leads to a node that is not there: it is not drawn.'),
    several: (count) => t('{count} wires lead to nodes that are not there: they are not drawn.', { count }),
  },
  unreadable: {
    one: t('1 part is neither a node nor a wire that this version knows.'),
    several: (count) => t('{count} parts are neither nodes nor wires that this version knows.', { count }),
  },
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
    const { one, several } = WORDS[name];
    const count = findings[name];
    return count === 0 ? [] : [count === 1 ? one : several(count)];
  });
}
