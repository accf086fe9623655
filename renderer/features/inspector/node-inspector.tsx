import { Ban, Power, Trash2 } from 'lucide-react';
import { memo, useCallback } from 'react';
import { credentialOf } from '../../../shared/flow/credential-reference.ts';
import type { GraphNode } from '../../../shared/flow/flow-document.ts';
import { canBeLeftOut, isDisabled } from '../../../shared/flow/node-marks.ts';
import { replaceableNode } from '../../../shared/flow/replace-unknown.ts';
import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import type { NodeKind } from '../../../shared/nodes/kinds.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import { joinWords } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import type { NodePart } from '../../api/node-tools.ts';
import { removeNodes, renameNode, setCredential, setInput } from '../../editor/flow-edits.ts';
import { typingGroup } from '../../editor/history.ts';
import { toggleNodes } from '../../editor/mark-edits.ts';
import { type Preserved, previewReplacement } from '../../editor/replace-edits.ts';
import { ConnectionTest } from '../../forms/connection-test.tsx';
import { LocalModels } from '../../forms/local-models.tsx';
import { ParamForm } from '../../forms/param-form.tsx';
import { goToNode } from '../../stores/canvas-view-store.ts';
import { NODE_NAME_FIELD } from '../../stores/editor-layout-store.ts';
import { useNodeProblems } from '../../stores/flow/flow-check.ts';
import { editFlow, useFlowStore } from '../../stores/flow/flow-store.ts';
import { replaceInFlow } from '../../stores/flow/replace-unknown.ts';
import { classNames } from '../../ui/class-names.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { TextInput } from '../../ui/controls/inputs.tsx';
import { ProblemList } from '../../ui/feedback/problem-list.tsx';
import { NodeIcon } from '../../ui/node-icon.tsx';
import { LastRunSection } from './last-run-section.tsx';
import { OverrideSwitches, OverrideToggle, overrideOfInput } from './override-section.tsx';
import { partOf, previewParts } from './preview-parts.ts';
import { PreviewSection } from './preview-section.tsx';

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
function ReplaceSection({ node }: { readonly node: GraphNode }) {
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
function DisabledNotice({ node }: { readonly node: GraphNode }) {
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

function NameField({ node }: { readonly node: GraphNode }) {
  return (
    <Field label={t('Name')}>
      {(control) => (
        <TextInput
          {...control}
          name={NODE_NAME_FIELD}
          value={node.data.label}
          placeholder={node.data.name}
          onChange={(event) => {
            const label = event.target.value;
            editFlow((content) => renameNode(content, node.id, label), {
              group: typingGroup(`${node.id} name`, label),
            });
          }}
        />
      )}
    </Field>
  );
}

/** Problems of the node that no field of its form shows. */
function NodeProblems({ nodeId }: { readonly nodeId: string }) {
  // The notice of a disabled node has these words, and the button.
  const problems = useNodeProblems(nodeId).filter(({ param, code }) => param === undefined && code !== 'NODE_DISABLED');
  return problems.length === 0 ? null : <ProblemList problems={problems} onSelectNode={goToNode} />;
}

function NodePreview({ node }: { readonly node: GraphNode }) {
  const graph = useFlowStore((state) => state.history.present.graph);
  const parts = previewParts(graph, node);
  if (parts === undefined) return null;
  return (
    <>
      <hr className="border-border" />
      <PreviewSection key={node.id} parts={parts} />
    </>
  );
}

function NodeForm({ node, definition }: { readonly node: GraphNode; readonly definition: NodeDefinition }) {
  const { id } = node;
  const onInput = useCallback(
    (name: string, value: unknown, typed?: string) =>
      editFlow((content) => setInput(content, id, name, value), {
        group: typed === undefined ? undefined : typingGroup(`${id}.${name}`, typed),
      }),
    [id],
  );
  const { label } = node.data;
  const asideOf = useCallback(
    (name: string) => {
      const item = overrideOfInput(definition, name);
      return item === undefined ? undefined : <OverrideToggle node={{ id, label }} item={item} />;
    },
    [definition, id, label],
  );
  return (
    <ParamForm
      asideOf={asideOf}
      definition={definition}
      inputs={node.data.inputs}
      credential={credentialOf(node)}
      onInput={onInput}
      onCredential={(credential) => editFlow((content) => setCredential(content, id, credential))}
    />
  );
}

/** Gives a node the settings of another that does the same, in one step. */
function fillNode(id: string, { aliasOf }: NodeDefinition, { config }: NodePart): void {
  editFlow((content) =>
    Object.entries(config).reduce(
      (now, [name, value]) => setInput(now, id, aliasOf?.params[name]?.name ?? name, value),
      content,
    ),
  );
}

/** Everything about one node. */
export const NodeInspector = memo(function NodeInspector({ node }: { readonly node: GraphNode }) {
  const definition = findNodeDefinition(node.data.name);
  const description =
    definition === undefined
      ? t(
          'This node is not available here. It is kept as it came, with its wires, and its flow can be run where “{name}” is.',
          { name: node.data.name },
        )
      : t(definition.description);
  return (
    <div className="flex flex-col gap-4 p-4">
      <div className="flex items-start gap-3">
        <NodeIcon definition={definition} size={32} />
        <div className="flex min-w-0 flex-1 flex-col gap-1 text-muted">
          <p>{description}</p>
          {definition?.note === undefined ? null : <p>{t(definition.note)}</p>}
        </div>
      </div>
      <DisabledNotice node={node} />
      <NodeProblems nodeId={node.id} />
      <ReplaceSection node={node} />
      <NameField node={node} />
      {definition === undefined ? null : (
        <>
          <NodeForm key={node.id} node={node} definition={definition} />
          {definition.kind === 'chatmodel' ? (
            <LocalModels
              key={`${node.id} local`}
              node={definition.name}
              onPick={(part) => fillNode(node.id, definition, part)}
            />
          ) : null}
          {definition.connects === true ? (
            <ConnectionTest
              key={`${node.id} test`}
              part={partOf(node)}
              label={definition.testLabel === undefined ? t('Test connection') : t(definition.testLabel)}
            />
          ) : null}
          <LastRunSection nodeId={node.id} kind={definition.kind} />
          <NodePreview node={node} />
          <OverrideSwitches
            key={`${node.id} overrides`}
            node={{ id: node.id, label: node.data.label }}
            definition={definition}
          />
        </>
      )}
      <hr className="border-border" />
      <Button
        look="quiet-danger"
        className="-ml-2 self-start"
        icon={<Trash2 />}
        onClick={() => editFlow((content) => removeNodes(content, new Set([node.id])))}
      >
        {t('Delete node')}
      </Button>
    </div>
  );
});
