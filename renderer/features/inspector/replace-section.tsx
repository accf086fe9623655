import type { GraphNode } from '../../../shared/flow/flow-document.ts';
import { replaceableNode } from '../../../shared/flow/replace-unknown.ts';
import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import { joinWords } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { type Preserved, previewReplacement } from '../../editor/replace-edits.ts';
import { useFlowStore } from '../../stores/flow/flow-store.ts';
import { replaceInFlow } from '../../stores/flow/replace-unknown.ts';
import { classNames } from '../../ui/class-names.ts';
import { NodeIcon } from '../../ui/node-icon.tsx';

/** Settings that are named; more are counted. */
const NAMED = 3;

function preservedInWords({ settings, wires, lostWires }: Preserved): string {
  const named =
    settings.length > NAMED
      ? t('{count, plural, one {# setting} other {# settings}}', { count: settings.length })
      : settings.join(', ');
  const parts = [named, wires === 0 ? '' : t('{count, plural, one {# wire} other {# wires}}', { count: wires })].filter(
    (part) => part !== '',
  );
  const preserved = parts.length === 0 ? t('Keeps its place only.') : t('Keeps {parts}.', { parts: joinWords(parts) });
  if (lostWires === 0) return preserved;
  return `${preserved} ${t('{count, plural, one {# wire} other {# wires}} would not fit.', { count: lostWires })}`;
}

interface OfferProps {
  readonly node: GraphNode;
  readonly definition: NodeDefinition;
  readonly isBest: boolean;
}

function Offer({ node, definition, isBest }: OfferProps) {
  const graph = useFlowStore((state) => state.history.present.graph);
  const preserved = preservedInWords(previewReplacement(graph, node, definition));
  return (
    <button
      type="button"
      className={classNames(
        'flex w-full items-center gap-2.5 rounded-control border px-2 py-1.5 text-left hover:bg-hover',
        isBest ? 'border-accent' : 'border-border',
      )}
      onClick={() => replaceInFlow([{ node, by: definition }])}
    >
      <NodeIcon definition={definition} />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{definition.label}</span>
        <span className="block text-secondary text-muted">{preserved}</span>
      </span>
    </button>
  );
}

/** What can take the place of a node that is not available here, best first. Nothing where there is none. */
export function ReplaceSection({ node }: { readonly node: GraphNode }) {
  const replaceable = replaceableNode(node);
  if (replaceable === undefined) return null;
  const { standIns, best } = replaceable;
  return (
    <section aria-label={t('Replace by')} className="flex flex-col gap-2">
      <h3 className="font-semibold">{t('Replace by')}</h3>
      {standIns.map((definition) => (
        <Offer key={definition.name} node={node} definition={definition} isBest={definition === best} />
      ))}
    </section>
  );
}
