import type { NodeDefinition } from '../nodes/define-node.ts';
import { paramInfo } from '../nodes/params.ts';
import { CREDENTIAL_INPUT, credentialOf, requiredSecrets, unsetSecrets } from './credential-reference.ts';
import type { FlowNode } from './flow-document.ts';
import type { FlowProblem } from './flow-problem.ts';

/** Names of the secrets that each stored credential has, by its id. */
export type KnownCredentials = ReadonlyMap<string, readonly string[]>;

function problem(node: FlowNode, code: FlowProblem['code'], message: string): readonly FlowProblem[] {
  return [{ code, message, nodeId: node.id, param: CREDENTIAL_INPUT }];
}

/** What a node without a credential can do instead of choosing one: fill in the param that makes its secret needless. */
function otherWay(definition: NodeDefinition, secret: string): string {
  const schema = definition.params.shape[secret];
  const instead = schema === undefined ? undefined : paramInfo(schema).requiredWithout;
  const other = instead === undefined ? undefined : definition.params.shape[instead];
  return other === undefined ? '' : `, or fill in "${paramInfo(other).title}"`;
}

/**
 * Why a node can't get the secrets that it needs.
 * @param known undefined: not known here, so a credential that is named is taken for one that fits
 */
export function credentialProblems(
  node: FlowNode,
  definition: NodeDefinition,
  known: KnownCredentials | undefined,
): readonly FlowProblem[] {
  const { label, inputs } = node.data;
  const id = credentialOf(node);
  if (id === '') {
    const [missing] = unsetSecrets(requiredSecrets(definition, inputs), inputs);
    if (missing === undefined) return [];
    const remedy = `choose one in its settings${otherWay(definition, missing)}`;
    return problem(node, 'MISSING_CREDENTIAL', `${label} needs a credential: ${remedy}.`);
  }
  if (known === undefined || definition.credential === undefined) return [];
  const names = known.get(id);
  if (names === undefined) {
    return problem(
      node,
      'INVALID_PARAM',
      `${label} uses a credential that is not here: choose another in its settings.`,
    );
  }
  const held = { ...Object.fromEntries(names.map((name) => [name, true])), ...filledIn(inputs) };
  const [missing] = unsetSecrets(requiredSecrets(definition, held), held);
  if (missing === undefined) return [];
  const schema = definition.params.shape[missing];
  const title = schema === undefined ? missing : paramInfo(schema).title;
  return problem(
    node,
    'MISSING_CREDENTIAL',
    `The credential of ${label} has no "${title}": choose another in its settings, or add it to this one.`,
  );
}

function filledIn(inputs: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== '' && value !== null));
}
