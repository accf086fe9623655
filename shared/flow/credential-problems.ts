import type { NodeDefinition } from '../nodes/define-node.ts';
import { listsHost, secretHosts } from '../nodes/secret-hosts.ts';
import { shownParam } from '../nodes/shown-param.ts';
import { isBlank } from '../nodes/unset.ts';
import { t } from '../texts/t.ts';
import { CREDENTIAL_INPUT, credentialOf, requiredSecrets, secretNames, unsetSecrets } from './credential-reference.ts';
import type { GraphNode } from './flow-document.ts';
import type { FlowProblem } from './flow-problem.ts';
import { refersToVariable } from './variable-reference.ts';

/** What may be known of a stored credential: all but its secrets. */
interface KnownCredential {
  readonly id: string;
  readonly name: string;
  /** Names of the secrets that it has. */
  readonly fieldNames: readonly string[];
  /** Where it may be sent. */
  readonly hosts: readonly string[];
}

/** The stored credentials by their ids. */
export type KnownCredentials = ReadonlyMap<string, KnownCredential>;

function problem(node: GraphNode, code: FlowProblem['code'], message: string): readonly FlowProblem[] {
  return [{ code, message, nodeId: node.id, param: CREDENTIAL_INPUT }];
}

/** What a node without a credential can do instead of choosing one: fill in the param that makes its secret needless. */
function otherWay(definition: NodeDefinition, secret: string): string | undefined {
  const schema = definition.params.shape[secret];
  const instead = schema === undefined ? undefined : shownParam(schema).requiredWithout;
  const other = instead === undefined ? undefined : definition.params.shape[instead];
  return other === undefined ? undefined : shownParam(other).title;
}

/** Says that a credential does not list the host that a node would send it to. */
export function hostRefusal(label: string, { id, name }: Pick<KnownCredential, 'id' | 'name'>, host: string): string {
  return t(
    '{label} would send the credential {name} to {host}, which it does not list: allow that host in the window, where the credential is chosen, or with tributary credentials allow {id} {host}.',
    { label, name, host, id },
  );
}

/**
 * The host that a node would send a credential to although it does not list it; undefined while there is none. A host that a variable is to name is
 * judged when the node runs.
 */
export function unlistedHost(
  definition: NodeDefinition,
  inputs: Readonly<Record<string, unknown>>,
  { fieldNames, hosts }: KnownCredential,
): string | undefined {
  // A secret that the node has itself goes before that of the credential.
  const isUsed = unsetSecrets(secretNames(definition), inputs).some((name) => fieldNames.includes(name));
  if (!isUsed) return undefined;
  return secretHosts(definition, inputs).find((host) => !refersToVariable(host) && !listsHost(hosts, host));
}

/**
 * Why a node can't get the secrets that it needs.
 * @param known undefined: not known here, so a credential that is named is taken for one that fits
 */
export function credentialProblems(
  node: GraphNode,
  definition: NodeDefinition,
  known: KnownCredentials | undefined,
): readonly FlowProblem[] {
  const { label, inputs } = node.data;
  const id = credentialOf(node);
  if (id === '') {
    const [missing] = unsetSecrets(requiredSecrets(definition, inputs), inputs);
    if (missing === undefined) return [];
    const setting = otherWay(definition, missing);
    const message =
      setting === undefined
        ? t('{label} needs a credential: choose one in its settings.', { label })
        : t('{label} needs a credential: choose one in its settings, or fill in "{setting}".', { label, setting });
    return problem(node, 'MISSING_CREDENTIAL', message);
  }
  if (known === undefined || definition.credential === undefined) return [];
  const credential = known.get(id);
  if (credential === undefined) {
    return problem(
      node,
      'INVALID_PARAM',
      t('{label} uses a credential that is not here: choose another in its settings.', { label }),
    );
  }
  const held = { ...Object.fromEntries(credential.fieldNames.map((name) => [name, true])), ...filledIn(inputs) };
  const [missing] = unsetSecrets(requiredSecrets(definition, held), held);
  if (missing === undefined) {
    const host = unlistedHost(definition, inputs, credential);
    return host === undefined ? [] : problem(node, 'CREDENTIAL_HOST', hostRefusal(label, credential, host));
  }
  const schema = definition.params.shape[missing];
  const title = schema === undefined ? missing : shownParam(schema).title;
  return problem(
    node,
    'MISSING_CREDENTIAL',
    t('The credential of {label} has no "{title}": choose another in its settings, or add it to this one.', {
      label,
      title,
    }),
  );
}

function filledIn(inputs: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(inputs).filter(([, value]) => !isBlank(value)));
}
