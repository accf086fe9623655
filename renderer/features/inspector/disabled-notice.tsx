import { Ban, Power } from 'lucide-react';
import type { GraphNode } from '../../../shared/flow/flow-document.ts';
import { canBeLeftOut, isDisabled } from '../../../shared/flow/node-marks.ts';
import type { NodeKind } from '../../../shared/nodes/kinds.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import { t } from '../../../shared/texts/t.ts';
import { toggleNodes } from '../../editor/mark-edits.ts';
import { editFlow } from '../../stores/flow/flow-store.ts';
import { Button } from '../../ui/controls/button.tsx';

const WORDS: Readonly<Partial<Record<NodeKind, string>>> = {
  documentloader: t('This loader is disabled. Upserts read nothing with it.'),
  textsplitter: t('This splitter is disabled. Documents stay whole.'),
  recordmanager: t('This record manager is disabled. Each upsert stores everything again.'),
};

function wordsFor(node: GraphNode): string {
  if (!canBeLeftOut(node)) return t("This node is disabled. The flow can't run until you enable it.");
  const kind = findNodeDefinition(node.data.name)?.kind;
  return (kind === undefined ? undefined : WORDS[kind]) ?? t('This node is disabled. Upserts leave it out.');
}

/** Says of a disabled node what that means, and enables it. Nothing for other nodes. */
export function DisabledNotice({ node }: { readonly node: GraphNode }) {
  if (!isDisabled(node)) return null;
  return (
    <section aria-label={t('Disabled')} className="flex items-center gap-2 rounded-control bg-sunken px-3 py-2">
      <Ban aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <p className="min-w-0 flex-1">{wordsFor(node)}</p>
      <Button
        icon={<Power />}
        onClick={() => editFlow((content) => toggleNodes(content, new Set([node.id]), 'disabled'), { name: 'enable' })}
      >
        {t('Enable')}
      </Button>
    </section>
  );
}
