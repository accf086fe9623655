import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { isNote } from '../../../shared/flow/flow-document.ts';
import { t } from '../../../shared/texts/t.ts';
import { removeEdges, removeNodes } from '../../editor/flow-edits.ts';
import { indexOf } from '../../editor/graph-index.ts';
import { editFlow, useFlowNode, useFlowStore } from '../../stores/flow/flow-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { FlowInspector } from './flow-inspector.tsx';
import { NodeInspector } from './node-inspector.tsx';
import { NoteInspector } from './note-inspector.tsx';

function SeveralInspector() {
  const nodeIds = useFlowStore((state) => state.selectedNodeIds);
  const edgeKeys = useFlowStore((state) => state.selectedEdgeKeys);
  const parts = [
    nodeIds.size === 0 ? '' : t('{count, plural, one {# node} other {# nodes}}', { count: nodeIds.size }),
    edgeKeys.size === 0 ? '' : t('{count, plural, one {# wire} other {# wires}}', { count: edgeKeys.size }),
  ];
  return (
    <div className="flex flex-col items-start gap-3 p-4">
      <p>{parts.filter(Boolean).join(' and ')} selected.</p>
      <Button
        icon={<Trash2 />}
        onClick={() => editFlow((content) => removeEdges(removeNodes(content, nodeIds), edgeKeys))}
      >
        {t('Delete')}
      </Button>
    </div>
  );
}

function EdgeInspector({ edgeId }: { readonly edgeId: string }) {
  const edge = useFlowStore((state) => indexOf(state.history.present.graph).edges.get(edgeId));
  const source = useFlowNode(edge?.source ?? '');
  const target = useFlowNode(edge?.target ?? '');
  return (
    <div className="flex flex-col items-start gap-3 p-4">
      <p>
        A wire from <strong>{source?.data.label}</strong> to <strong>{target?.data.label}</strong>.
      </p>
      <Button icon={<Trash2 />} onClick={() => editFlow((content) => removeEdges(content, new Set([edgeId])))}>
        {t('Delete wire')}
      </Button>
    </div>
  );
}

/** The right panel: the form of what is selected, or the state of the flow when nothing is. `children` are more about the flow. */
export function Inspector({ children }: { readonly children?: ReactNode }) {
  const onlyNodeId = useFlowStore(({ selectedNodeIds, selectedEdgeKeys }) =>
    selectedNodeIds.size === 1 && selectedEdgeKeys.size === 0 ? [...selectedNodeIds][0] : undefined,
  );
  const onlyEdge = useFlowStore(({ selectedNodeIds, selectedEdgeKeys }) =>
    selectedNodeIds.size === 0 && selectedEdgeKeys.size === 1 ? [...selectedEdgeKeys][0] : undefined,
  );
  const count = useFlowStore((state) => state.selectedNodeIds.size + state.selectedEdgeKeys.size);
  const node = useFlowNode(onlyNodeId ?? '');
  const title =
    (node !== undefined && isNote(node) ? 'Note' : node?.data.label) ??
    (count > 1 ? 'Selection' : onlyEdge === undefined ? 'Flow' : 'Wire');
  return (
    <section aria-label={title === '' ? t('Node') : title}>
      <h2 className="sr-only">{title === '' ? t('Node') : title}</h2>
      {node !== undefined ? (
        isNote(node) ? (
          <NoteInspector note={node} />
        ) : (
          <NodeInspector node={node} />
        )
      ) : onlyEdge !== undefined ? (
        <EdgeInspector edgeId={onlyEdge} />
      ) : count > 1 ? (
        <SeveralInspector />
      ) : (
        <FlowInspector>{children}</FlowInspector>
      )}
    </section>
  );
}
