import { Trash2 } from 'lucide-react';
import { memo, useCallback } from 'react';
import { credentialOf } from '../../../shared/flow/credential-reference.ts';
import type { GraphNode } from '../../../shared/flow/flow-document.ts';
import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import { t } from '../../../shared/texts/t.ts';
import { removeNodes, renameNode, setCredential, setInput } from '../../editor/flow-edits.ts';
import { typingGroup } from '../../editor/history.ts';
import { ConnectionTest } from '../../forms/connection-test.tsx';
import { ParamForm } from '../../forms/param-form.tsx';
import { goToNode } from '../../stores/canvas-view-store.ts';
import { NODE_NAME_FIELD } from '../../stores/editor-layout-store.ts';
import { useNodeProblems } from '../../stores/flow/flow-check.ts';
import { editFlow, useFlowStore } from '../../stores/flow/flow-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { TextInput } from '../../ui/controls/inputs.tsx';
import { ProblemList } from '../../ui/feedback/problem-list.tsx';
import { NodeIcon } from '../../ui/node-icon.tsx';
import { DisabledNotice } from './disabled-notice.tsx';
import { LastRunSection } from './last-run-section.tsx';
import { OverrideSwitches, OverrideToggle, overrideOfInput } from './override-section.tsx';
import { partOf, previewParts } from './preview-parts.ts';
import { PreviewSection } from './preview-section.tsx';
import { ReplaceSection } from './replace-section.tsx';

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
