import { classesFor, type DataType } from '../nodes/data-types.ts';
import { handleClassOf, type InputClass, type NodeOutput } from '../nodes/define-node.ts';

/** `<nodeId>-input-<name>-<Class>`, Flowise's form. */
export function inputHandleId(nodeId: string, input: InputClass & { readonly name: string }): string {
  return `${nodeId}-input-${input.name}-${handleClassOf(input)}`;
}

/** `<nodeId>-output-<name>-<Class|Class|…>`, Flowise's form. */
export function outputHandleId(nodeId: string, output: Pick<NodeOutput, 'name' | 'baseClasses'>): string {
  return `${nodeId}-output-${output.name}-${output.baseClasses.join('|')}`;
}

export interface ParsedHandle {
  readonly name: string;
  /** Class names; an edge fits when both ends share one. */
  readonly types: readonly string[];
}

/** Reads a handle id of the given node, or undefined when it is not one. Names and types have no dashes; node ids may. */
export function parseHandle(handle: string, nodeId: string, side: 'input' | 'output'): ParsedHandle | undefined {
  const prefix = `${nodeId}-${side}-`;
  if (!handle.startsWith(prefix)) return undefined;
  const rest = handle.slice(prefix.length);
  const dash = rest.indexOf('-');
  if (dash <= 0) return undefined;
  const types = rest
    .slice(dash + 1)
    .split('|')
    .map((type) => type.trim());
  return { name: rest.slice(0, dash), types };
}

/** Whether an output of these classes may go into an input of this type. */
export function fitsType(outputClasses: readonly string[], type: DataType): boolean {
  return classesFor(type).some((name) => outputClasses.includes(name));
}
