import type { NodeDefinition } from './define-node.ts';
import { type ParamInfo, paramInfo } from './params.ts';
import { allNodeDefinitions } from './registry.ts';

/** A secret that a credential holds. */
export interface CredentialSecret {
  readonly name: string;
  readonly info: ParamInfo;
}

/** A kind of credential, as the nodes that take it describe it. */
export interface CredentialKind {
  readonly kind: string;
  /** "OpenAI account". */
  readonly label: string;
  readonly vendorHosts: readonly string[];
  readonly secrets: readonly CredentialSecret[];
}

function secretsOf({ params }: NodeDefinition): CredentialSecret[] {
  return Object.entries(params.shape).flatMap(([name, schema]) => {
    const info = paramInfo(schema);
    return info.kind === 'secret' ? [{ name, info }] : [];
  });
}

/** Every kind of credential that a node takes, by its label; with the secrets of all nodes that take it. */
export function listCredentialKinds(): readonly CredentialKind[] {
  const kinds = new Map<string, CredentialKind>();
  for (const definition of allNodeDefinitions) {
    if (definition.credential === undefined) continue;
    const { kind, label, vendorHosts } = definition.credential;
    const known = kinds.get(kind)?.secrets ?? [];
    const more = secretsOf(definition).filter(({ name }) => !known.some((secret) => secret.name === name));
    kinds.set(kind, { kind, label, vendorHosts, secrets: [...known, ...more] });
  }
  return [...kinds.values()].sort((one, other) => one.label.localeCompare(other.label));
}
