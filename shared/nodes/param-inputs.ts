import type { NodeDefinition, NodeInput } from './define-node.ts';
import { paramInfo } from './params.ts';

/** The inputs of a node: those of its definition, and its params that take the texts of other nodes, whose handles Flowise names by the kind of the field. */
export function inputsOf({ inputs, params }: Pick<NodeDefinition, 'inputs' | 'params'>): readonly NodeInput[] {
  const ofParams = Object.entries(params.shape).flatMap(([name, schema]): NodeInput[] => {
    const { refers, kind, title, help = '' } = paramInfo(schema);
    if (refers !== true) return [];
    const handleClass = kind === 'json' ? 'json' : 'string';
    return [{ name, label: title, type: 'Text', handleClass, list: true, optional: true, help }];
  });
  return ofParams.length === 0 ? inputs : [...inputs, ...ofParams];
}
