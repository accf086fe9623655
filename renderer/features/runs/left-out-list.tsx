import { Ban } from 'lucide-react';
import type { GraphNode } from '../../../shared/flow/flow-document.ts';
import { t } from '../../../shared/texts/t.ts';
import { Button } from '../../ui/controls/button.tsx';

export interface LeftOutListProps {
  readonly nodes: readonly GraphNode[];
  readonly onSelectNode: (nodeId: string) => void;
}

/** The disabled nodes that a run does without; each leads to its node, where it is enabled. */
export function LeftOutList({ nodes, onSelectNode }: LeftOutListProps) {
  if (nodes.length === 0) return null;
  return (
    <section
      aria-label={t('Left out')}
      className="flex shrink-0 flex-wrap items-center gap-x-1 px-4 pb-2 text-secondary text-muted"
    >
      <Ban aria-hidden="true" className="size-3.5 shrink-0" />
      <h3 className="pl-0.5">{t('Disabled, so left out:')}</h3>
      <ul className="flex flex-wrap">
        {nodes.map(({ id, data }) => (
          <li key={id}>
            <Button look="quiet" className="h-6 px-1.5" onClick={() => onSelectNode(id)}>
              {data.label === '' ? data.name : data.label}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
