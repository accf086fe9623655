import { ChevronRight, CircleAlert } from 'lucide-react';
import type { FlowProblem } from '../../../shared/flow/flow-problem.ts';
import { t } from '../../../shared/texts/t.ts';
import { goToNode } from '../../stores/canvas-view-store.ts';
import { openSettings } from '../../stores/editor-layout-store.ts';
import { select } from '../../stores/flow/flow-store.ts';
import { replaceInFlow, useReplaceable } from '../../stores/flow/replace-unknown.ts';
import { ReplaceOffer } from '../../ui/feedback/replace-offer.tsx';
import { labelOfNode } from './use-flow.ts';

/** Where a problem without a node is said: in the settings of the flow. */
function showFlow(): void {
  select([]);
  openSettings();
}

/** Where the flow has to be mended before it can run: each place once, which says the rest. */
export function ProblemsFirst({ problems }: { readonly problems: readonly FlowProblem[] }) {
  const replacements = useReplaceable();
  const places = [...Map.groupBy(problems, ({ nodeId }) => nodeId)];
  return (
    <section aria-label={t('Problems')} className="flex flex-col gap-2">
      <h3 className="tabular font-semibold">
        {t('{count, plural, one {# problem} other {# problems}} to fix first', { count: problems.length })}
      </h3>
      <ul className="flex flex-col gap-1">
        {places.map(([nodeId, found]) => (
          <li key={nodeId ?? ''}>
            <button
              type="button"
              className="flex w-full items-center gap-2 rounded-control bg-warning-soft px-2 py-1.5 text-left hover:brightness-98"
              onClick={() => (nodeId === undefined ? showFlow() : goToNode(nodeId))}
            >
              <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-warning" />
              <span className="min-w-0 flex-1 truncate font-medium">
                {nodeId === undefined ? t('The flow as a whole') : (labelOfNode(nodeId) ?? nodeId)}
              </span>
              <span className="tabular shrink-0 text-secondary">
                {t('{count, plural, one {# problem} other {# problems}}', { count: found.length })}
              </span>
              <ChevronRight aria-hidden="true" className="size-4 shrink-0" />
            </button>
          </li>
        ))}
      </ul>
      <ReplaceOffer replacements={replacements} onReplace={() => replaceInFlow(replacements)} />
    </section>
  );
}
