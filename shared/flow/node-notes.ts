import { isAskedFor, paramInfo } from '../nodes/params.ts';
import type { PlannedNode } from './flow-plan.ts';

/** What people should know of a node in a run: what its name promises in Flowise, and which of its settings change nothing here. */
export function notesOf({ definition, inputs }: Pick<PlannedNode, 'definition' | 'inputs'>): string | undefined {
  const unheard = Object.entries(definition.params.shape).flatMap(([name, schema]) => {
    const { noEffect, title, help = '' } = paramInfo(schema);
    return noEffect === true && isAskedFor(inputs[name]) ? [`${title}: ${help}`] : [];
  });
  const notes = [definition.note ?? [], unheard].flat();
  return notes.length === 0 ? undefined : notes.join(' ');
}
