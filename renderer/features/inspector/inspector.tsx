import { Check, CircleCheck, Copy, Trash2 } from 'lucide-react';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { type GraphNode, isNote } from '../../../shared/flow/flow-document.ts';
import { NOTE_TEXT, noteColour, noteText } from '../../../shared/flow/notes.ts';
import { t } from '../../../shared/texts/t.ts';
import { removeEdges, removeNodes, setInput } from '../../editor/flow-edits.ts';
import { indexOf } from '../../editor/graph-index.ts';
import { typingGroup } from '../../editor/history.ts';
import { colourNote } from '../../editor/note-edits.ts';
import { goToNode } from '../../stores/canvas-view-store.ts';
import { useFlowCheck, useQuestionCheck } from '../../stores/flow/flow-check.ts';
import { editFlow, isEmptyFlow, useFlowNode, useFlowStore } from '../../stores/flow/flow-store.ts';
import { replaceInFlow, useReplaceable } from '../../stores/flow/replace-unknown.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { TextArea } from '../../ui/controls/inputs.tsx';
import { ProblemList } from '../../ui/feedback/problem-list.tsx';
import { ReplaceOffer } from '../../ui/feedback/replace-offer.tsx';
import { showErrorToast } from '../../ui/feedback/toast.tsx';
import { NoteColours } from '../../ui/note-colours.tsx';
import { rich } from '../../ui/rich.tsx';
import { NodeInspector } from './node-inspector.tsx';

/** Text and colour of a note. */
function NoteInspector({ note }: { readonly note: GraphNode }) {
  const { id } = note;
  return (
    <div className="flex flex-col gap-4 p-4">
      <p className="text-muted">{t('A note is for people. Runs take no notice of it.')}</p>
      <Field label={t('Text')}>
        {(control) => (
          <TextArea
            {...control}
            rows={8}
            value={noteText(note)}
            onChange={(event) => {
              const text = event.target.value;
              editFlow((content) => setInput(content, id, NOTE_TEXT, text), {
                group: typingGroup(`${id}.${NOTE_TEXT}`, text),
                name: 'write-note',
              });
            }}
          />
        )}
      </Field>
      <div className="flex flex-col gap-2">
        <span aria-hidden="true" className="font-medium">
          {t('Colour')}
        </span>
        <NoteColours
          className="px-1"
          value={noteColour(note)}
          onChange={(colour) => editFlow((content) => colourNote(content, id, colour), { name: 'colour-note' })}
        />
      </div>
      <hr className="border-border" />
      <Button
        look="quiet-danger"
        className="-ml-2 self-start"
        icon={<Trash2 />}
        onClick={() => editFlow((content) => removeNodes(content, new Set([id])))}
      >
        {t('Delete note')}
      </Button>
    </div>
  );
}

function FlowId() {
  const id = useFlowStore((state) => state.chatflowId) ?? '';
  const [isCopied, setIsCopied] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(id);
      setIsCopied(true);
    } catch {
      showErrorToast(t('The clipboard cannot be reached. Select the id and copy it by hand.'));
    }
  }
  return (
    <section>
      <h3 className="font-semibold">{t('Id of this flow')}</h3>
      <p className="mb-2 text-secondary text-muted">
        {t('Scripts name the flow by it, in /api/v1/vector/upsert/ and others.')}
      </p>
      <div className="flex items-center gap-1 rounded-control border border-border pl-2">
        <code className="min-w-0 flex-1 truncate font-mono text-secondary select-all" title={id}>
          {id}
        </code>
        <IconButton
          label={isCopied ? t('Copied') : t('Copy the id')}
          icon={isCopied ? <Check className="text-success" /> : <Copy />}
          onClick={copy}
          onBlur={() => setIsCopied(false)}
        />
      </div>
    </section>
  );
}

function InPlace({ children }: { readonly children: ReactNode }) {
  return (
    <p className="flex gap-2 rounded-control bg-success-soft px-2 py-1.5">
      <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success" />
      {children}
    </p>
  );
}

function Checklist() {
  const { check, isOnlyAsked } = useFlowCheck();
  const { problems } = check;
  const { answering, ownProblems } = useQuestionCheck();
  const answers = answering.problems.length === 0;
  const replacements = useReplaceable();
  return (
    <section aria-label={t('Checklist')} className="flex flex-col gap-3">
      {isOnlyAsked ? null : <h3 className="font-semibold">{t('Before it can run')}</h3>}
      {isOnlyAsked || problems.length === 0 ? null : <ProblemList problems={problems} onSelectNode={goToNode} />}
      {problems.length === 0 ? <InPlace>{t('Everything is in place. Upsert some documents.')}</InPlace> : null}
      {isOnlyAsked && answers ? <InPlace>{t('Everything is in place. Ask it something.')}</InPlace> : null}
      {problems.length > 0 && answers && !isOnlyAsked ? (
        <p className="text-secondary text-muted">{t('Questions are answered all the same, from what is stored.')}</p>
      ) : null}
      {ownProblems.length === 0 ? null : (
        <>
          <h3 className="font-semibold">{t('Before it can answer')}</h3>
          <ProblemList problems={ownProblems} onSelectNode={goToNode} />
        </>
      )}
      <ReplaceOffer replacements={replacements} onReplace={() => replaceInFlow(replacements)} />
    </section>
  );
}

/** What is shown of the flow itself, while nothing is selected. */
function FlowInspector({ children }: { readonly children?: ReactNode }) {
  const isEmpty = useFlowStore((state) => isEmptyFlow(state.history.present));
  return (
    <div className="flex flex-col gap-5 p-4">
      {isEmpty ? null : <Checklist />}
      {children}
      <FlowId />
    </div>
  );
}

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
