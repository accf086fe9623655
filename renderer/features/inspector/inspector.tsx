import { Trash2 } from 'lucide-react';
import { type ReactNode, useDeferredValue } from 'react';
import { isNote } from '../../../shared/flow/flow-document.ts';
import { t } from '../../../shared/texts/t.ts';
import { removeEdges, removeNodes } from '../../editor/flow-edits.ts';
import { indexOf } from '../../editor/graph-index.ts';
import { editFlow, useFlowNode, useFlowStore } from '../../stores/flow/flow-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { rich } from '../../ui/rich.tsx';
import { FlowInspector } from './flow-inspector.tsx';
import { NodeInspector } from './node-inspector.tsx';
import { NoteInspector } from './note-inspector.tsx';

function SeveralInspector() {
  const nodeIds = useFlowStore((state) => state.selectedNodeIds);
  const edgeKeys = useFlowStore((state) => state.selectedEdgeKeys);
  const nodes = nodeIds.size;
  const wires = edgeKeys.size;
  const words =
    wires === 0
      ? t('{nodes, plural, one {# node} other {# nodes}} selected.', { nodes })
      : nodes === 0
        ? t('{wires, plural, one {# wire} other {# wires}} selected.', { wires })
        : t(
            '{nodes, plural, one {# node} other {# nodes}} and {wires, plural, one {# wire} other {# wires}} selected.',
            { nodes, wires },
          );
  return (
    <div className="flex flex-col items-start gap-3 p-4">
      <p>{words}</p>
      <Button
        icon={<Trash2 />}
        onClick={() => editFlow((content) => removeEdges(removeNodes(content, nodeIds), edgeKeys))}
      >
        {t('Delete')}
      </Button>
    </div>
  );
}

/** A value, or the last one there was until the canvas without it is drawn: then what shows it goes too. */
function useLasting<T>(value: T | undefined): T | undefined {
  const before = useDeferredValue(value);
  return value ?? before;
}

function EdgeInspector({ edgeId }: { readonly edgeId: string }) {
  const edge = useLasting(useFlowStore((state) => indexOf(state.history.present.graph).edges.get(edgeId)));
  const source = useLasting(useFlowNode(edge?.source ?? ''));
  const target = useLasting(useFlowNode(edge?.target ?? ''));
  return (
    <div className="flex flex-col items-start gap-3 p-4">
      <p>
        {rich('A wire from <b>{from}</b> to <b>{to}</b>.', {
          from: source?.data.label ?? '',
          to: target?.data.label ?? '',
          b: (words) => <strong>{words}</strong>,
        })}
      </p>
      <Button icon={<Trash2 />} onClick={() => editFlow((content) => removeEdges(content, new Set([edgeId])))}>
        {t('Delete wire')}
      </Button>
    </div>
  );
}

/** The right panel: the form of what is selected, or the state of the flow when nothing is. `children` are more about the flow. */
export function Inspector({ children }: { readonly children?: ReactNode }) {
  // The canvas is drawn first: the form of another node takes as long.
  const onlyNodeId = useDeferredValue(
    useFlowStore(({ selectedNodeIds, selectedEdgeKeys }) =>
      selectedNodeIds.size === 1 && selectedEdgeKeys.size === 0 ? [...selectedNodeIds][0] : undefined,
    ),
  );
  const onlyEdge = useDeferredValue(
    useFlowStore(({ selectedNodeIds, selectedEdgeKeys }) =>
      selectedNodeIds.size === 0 && selectedEdgeKeys.size === 1 ? [...selectedEdgeKeys][0] : undefined,
    ),
  );
  const count = useDeferredValue(useFlowStore((state) => state.selectedNodeIds.size + state.selectedEdgeKeys.size));
  const node = useLasting(useFlowNode(onlyNodeId ?? ''));
  const title =
    (node !== undefined && isNote(node) ? t('Note') : node?.data.label) ??
    (count > 1 ? t('Selection') : onlyEdge === undefined ? t('Flow') : t('Wire'));
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
