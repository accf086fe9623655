import type { Chatflow } from '../../../shared/api/chatflows.ts';
import type { FlowConfigEntry } from '../../../shared/api/flow-config.ts';
import { type FlowNode, parseFlowDocument } from '../../../shared/flow/flow-document.ts';
import { describeNode } from '../../../shared/nodes/describe-node.ts';
import { paramInfo } from '../../../shared/nodes/params.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';

function entriesOf(flowNode: FlowNode): FlowConfigEntry[] {
  const definition = findNodeDefinition(flowNode.data.name);
  if (definition === undefined) return [];
  const where = { node: flowNode.data.label, nodeId: flowNode.id };
  const { shape } = definition.params;
  const entries = describeNode(definition).params.flatMap(({ label, name, type, options }): FlowConfigEntry[] => {
    const schema = shape[name];
    if (schema === undefined || !paramInfo(schema).overridable) return [];
    if (type === 'file') return [{ ...where, label, name: 'files', type }];
    const isClosed = options !== undefined && paramInfo(schema).freeText !== true;
    return [{ ...where, label, name, type: isClosed ? options.map((option) => option.name).join(', ') : type }];
  });
  if (definition.kind !== 'documentloader') return entries;
  return [
    ...entries,
    { ...where, label: 'More metadata', name: 'addMetadata', type: 'json' },
    { ...where, label: 'Chunks in the answer', name: 'returnSourceDocuments', type: 'boolean' },
  ];
}

/** What calls may override in a flow, if it is switched on, in the order of its nodes; nodes that we do not have are left out. */
export function listFlowConfig(chatflow: Pick<Chatflow, 'flowData'>): FlowConfigEntry[] {
  return parseFlowDocument(chatflow.flowData).nodes.flatMap(entriesOf);
}
