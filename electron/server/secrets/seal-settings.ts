import { z } from 'zod';
import type { StorePart } from '../../../shared/api/document-store-parts.ts';
import { secretNames } from '../../../shared/flow/credential-reference.ts';
import { typedSecrets } from '../../../shared/flow/typed-secrets.ts';
import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import type { CredentialFields } from './open-credential.ts';
import { seal, unseal } from './seal.ts';
import { sealAddresses } from './sealed-address.ts';

type Inputs = Readonly<Record<string, unknown>>;

function mapValues<Value>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value, name: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}

/** A node's settings, wherever they are: in a flow, or as a part of a document store. */
interface NodeSettings {
  readonly name: string;
  readonly inputs: Inputs;
}

/**
 * Settings as they are saved: passwords in addresses are encrypted where they stand, and something else is in the place of secrets that were typed in.
 * @param key called only when there is a secret
 * @param keep gives what is in their place, param by param; those that it leaves out go
 * @returns the same inputs if there is no secret
 */
export function sealSettings(
  { name, inputs }: NodeSettings,
  key: () => Buffer,
  keep: (definition: NodeDefinition, typed: CredentialFields) => Inputs,
): Inputs {
  const definition = findNodeDefinition(name);
  if (definition === undefined) return inputs;
  const sealed = sealAddresses(definition, inputs, key);
  const typed = typedSecrets({ data: { name, inputs } });
  if (Object.keys(typed).length === 0) return sealed;
  const kept = keep(definition, typed);
  const stays = Object.entries(sealed).filter(([param]) => !Object.hasOwn(typed, param) || Object.hasOwn(kept, param));
  return { ...Object.fromEntries(stays), ...kept };
}

const SealedSchema = z.strictObject({ sealed: z.base64() });

/** Encrypts the secrets of parts of document stores in place. @param secretKey called only when there is a secret */
export function createPartSealer(secretKey: () => Buffer) {
  const about = (part: string, param: string) => `${part}.${param}`;

  function open(name: string, param: string, value: unknown): unknown {
    const { data } = SealedSchema.safeParse(value);
    if (data === undefined) return value;
    // With another key than today's it has to be entered again, like one that never was.
    return unseal(Buffer.from(data.sealed, 'base64'), secretKey(), about(name, param)) ?? '';
  }

  return {
    seal({ name, config }: StorePart): StorePart {
      const keep = (_definition: NodeDefinition, typed: CredentialFields) =>
        mapValues(typed, (text, param) => ({
          sealed: seal(text, secretKey(), about(name, param)).toString('base64'),
        }));
      return { name, config: { ...sealSettings({ name, inputs: config }, secretKey, keep) } };
    },
    // Passwords in addresses stay sealed until the part runs: the rest of an address is for showing.
    open({ name, config }: StorePart): StorePart {
      const definition = findNodeDefinition(name);
      const secrets = new Set(definition === undefined ? [] : secretNames(definition));
      return {
        name,
        config: mapValues(config, (value, param) => (secrets.has(param) ? open(name, param, value) : value)),
      };
    },
  };
}
