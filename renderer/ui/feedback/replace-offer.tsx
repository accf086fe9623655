import { ArrowRight, Replace } from 'lucide-react';
import type { GraphNode } from '../../../shared/flow/flow-document.ts';
import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import { t } from '../../../shared/texts/t.ts';
import { Button } from '../controls/button.tsx';

export interface ReplaceOfferProps {
  /** Nodes that are not available here, each with what takes its place. */
  readonly replacements: readonly { readonly node: GraphNode; readonly by: NodeDefinition }[];
  readonly onReplace: () => void;
}

/** Offers to replace all nodes of a flow that are not available here: one button, one step of undo. Nothing where there are none. */
export function ReplaceOffer({ replacements, onReplace }: ReplaceOfferProps) {
  if (replacements.length === 0) return null;
  return (
    <section aria-label={t('Nodes that are not available here')} className="flex flex-col items-start gap-2">
      <ul className="flex flex-col gap-0.5">
        {replacements.map(({ node: { id, data }, by }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-1.5 text-secondary">
            <span className="font-medium">{data.label === '' ? data.name : data.label}</span>
            <ArrowRight aria-label={t('becomes')} className="size-3 shrink-0 text-muted" />
            <span>{by.label}</span>
          </li>
        ))}
      </ul>
      <Button icon={<Replace />} onClick={onReplace}>
        {replacements.length === 1 ? t('Replace it') : t('Replace all {count}', { count: replacements.length })}
      </Button>
    </section>
  );
}
