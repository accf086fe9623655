import type { NeededSecret } from '../../../../shared/api/archives.ts';
import type { StorePart } from '../../../../shared/api/document-store-parts.ts';
import { CREDENTIAL_INPUT } from '../../../../shared/flow/credential-reference.ts';
import { paramInfo } from '../../../../shared/nodes/params.ts';
import { isBlank } from '../../../../shared/nodes/unset.ts';
import { definitionOf } from '../libraries/parts.ts';

/** Inputs that name a stored secret. */
const CREDENTIALS = [CREDENTIAL_INPUT, 'FLOWISE_CREDENTIAL_ID'];
const PRIVATE_KINDS: ReadonlySet<string> = new Set(['secret', 'file']);

function privateNames(part: NeededSecret['part'], value: StorePart): readonly string[] {
  const params = Object.entries(definitionOf(part, value).params.shape);
  const own = params.filter(([, schema]) => PRIVATE_KINDS.has(paramInfo(schema).kind));
  return [...CREDENTIALS, ...own.map(([name]) => name)];
}

/** A part as an archive holds it: without secrets, ids of credentials and files. */
export function withoutSecrets(part: NeededSecret['part'], value: StorePart): StorePart {
  const hidden = new Set(privateNames(part, value));
  const config = Object.entries(value.config).filter(([name]) => !hidden.has(name));
  return { name: value.name, config: Object.fromEntries(config) };
}

/**
 * What {@link withoutSecrets} leaves out and the part can't do without.
 * @param credentialName of an id
 */
export function neededSecrets(
  part: NeededSecret['part'],
  value: StorePart,
  credentialName: (id: string) => string | undefined,
): NeededSecret[] {
  const definition = definitionOf(part, value);
  const given = privateNames(part, value).filter(
    (name) => !isBlank(value.config[name]) && name !== definition.upload?.param,
  );
  if (given.length === 0) return [];
  const id = CREDENTIALS.map((name) => value.config[name]).find((one) => typeof one === 'string' && one !== '');
  const credential = typeof id === 'string' ? (credentialName(id) ?? null) : null;
  return [{ part, node: definition.label, credential }];
}
