import { CircleAlert } from 'lucide-react';
import { t } from '../../../../shared/texts/t.ts';
import { useNodeProblems } from '../../../stores/flow/flow-check.ts';
import { Tooltip } from '../../../ui/controls/tooltip.tsx';

/** Says at the foot of a card that something keeps it from running. The sentences are where it is mended, in the inspector, and here for who asks for them. */
export function ProblemStrip({ nodeId }: { readonly nodeId: string }) {
  const problems = useNodeProblems(nodeId);
  if (problems.length === 0) return null;
  return (
    <Tooltip label={problems.map(({ message }) => message).join('\n')}>
      <div className="node-strip border-t border-border">
        <div className="tabular flex h-6 items-center gap-1.5 px-3 text-secondary font-medium text-warning">
          <CircleAlert aria-hidden="true" className="size-3.5 shrink-0" />
          {t('{count, plural, one {# problem} other {# problems}}', { count: problems.length })}
        </div>
      </div>
    </Tooltip>
  );
}
