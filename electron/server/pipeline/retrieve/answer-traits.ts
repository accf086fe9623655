import type { FlowPlan, PlannedNode } from '../../../../shared/flow/flow-plan.ts';

/** What can be said of an answer before the question. */
export interface AnswerTraits {
  /** Whether it can be sent word by word: no output parser makes a value of it, and no chat model has that switched off. */
  readonly canStream: boolean;
  /** Of the memory, for a question whose caller names neither chat nor session. */
  readonly sessionId: string | undefined;
}

function isSwitchedOff({ definition, inputs }: PlannedNode): boolean {
  return definition.params.shape.streaming?.safeParse(inputs.streaming).data === false;
}

export function traitsOf({ nodes }: FlowPlan): AnswerTraits {
  const sessions = nodes.flatMap(({ definition, inputs }) => (definition.kind === 'memory' ? [inputs.sessionId] : []));
  return {
    canStream: !nodes.some((node) => node.definition.kind === 'outputparser' || isSwitchedOff(node)),
    sessionId: sessions.flatMap((id) => (typeof id === 'string' && id.trim() !== '' ? [id.trim()] : []))[0],
  };
}
