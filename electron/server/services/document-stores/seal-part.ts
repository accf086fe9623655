import { z } from 'zod';
import type { StorePart } from '../../../../shared/api/document-store-parts.ts';
import { secretNames } from '../../../../shared/flow/credential-reference.ts';
import { refersToVariable } from '../../../../shared/flow/variable-reference.ts';
import { findNodeDefinition } from '../../../../shared/nodes/registry.ts';
import { seal, unseal } from '../../secrets/seal.ts';
import { sealAddresses } from '../../secrets/sealed-address.ts';
import type { PartSealer } from '../../storage/repositories/part-sealer.ts';

const SealedSchema = z.strictObject({ sealed: z.base64() });

/** @param secretKey called only when there is a secret */
export function createPartSealer(secretKey: () => Buffer): PartSealer {
  function mapSecrets(part: StorePart, change: (value: unknown, about: string) => unknown): StorePart {
    const definition = findNodeDefinition(part.name);
    const names = definition === undefined ? [] : secretNames(definition);
    const changed = names
      .filter((name) => part.config[name] !== undefined)
      .map((name) => [name, change(part.config[name], `${part.name}.${name}`)] as const);
    return changed.length === 0 ? part : { ...part, config: { ...part.config, ...Object.fromEntries(changed) } };
  }
  const sealAddressesOf = (part: StorePart): StorePart => {
    const definition = findNodeDefinition(part.name);
    return definition === undefined ? part : { ...part, config: sealAddresses(definition, part.config, secretKey) };
  };
  return {
    // Passwords in addresses stay sealed until the part runs: the rest of an address is for showing.
    seal: (part) =>
      mapSecrets(sealAddressesOf(part), (value, about) =>
        typeof value !== 'string' || value === '' || refersToVariable(value)
          ? value
          : { sealed: seal(value, secretKey(), about).toString('base64') },
      ),
    open: (part) =>
      mapSecrets(part, (value, about) => {
        const { data } = SealedSchema.safeParse(value);
        if (data === undefined) return value;
        // With another key than today's it has to be entered again, like one that never was.
        return unseal(Buffer.from(data.sealed, 'base64'), secretKey(), about) ?? '';
      }),
  };
}
