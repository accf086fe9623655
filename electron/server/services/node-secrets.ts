import { z } from 'zod';
import { credentialOf, secretNames } from '../../../shared/flow/credential-reference.ts';
import { type FlowNode, parseFlowDocument } from '../../../shared/flow/flow-document.ts';
import { typedSecrets } from '../../../shared/flow/typed-secrets.ts';
import type { NodeCredential, NodeDefinition } from '../../../shared/nodes/define-node.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import { secretHosts, vendorHosts } from '../../../shared/nodes/secret-hosts.ts';
import type { CredentialFields, OpenCredential } from '../secrets/open-credential.ts';
import { seal, unseal } from '../secrets/seal.ts';
import { sealAddresses } from '../secrets/sealed-address.ts';
import type { PartSealer } from '../storage/repositories/part-sealer.ts';
import type { CredentialService } from './credential-service.ts';

/** What is needed to seal the secrets of flows. */
export interface SecretKeepers {
  readonly credentials: Pick<CredentialService, 'open' | 'keep'>;
  /** Called only when there is a secret. */
  readonly secretKey: () => Buffer;
}

/** Whether the fields that were there may stay beside typed ones: only for the same vendor, and where they may go already. */
function mayKeep(known: OpenCredential, { kind, vendorHosts: patterns }: NodeCredential, typed: CredentialFields) {
  const vendor = vendorHosts(patterns, { ...known.fields, ...typed });
  return known.kind === kind && vendor.every((host) => known.mayGoTo(host));
}

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
function sealSettings(
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

/** Moves secrets that were typed into a node to a credential: the same secrets find the same one. */
function keepAsCredential(node: FlowNode, flowName: string, { credentials, secretKey }: SecretKeepers): FlowNode {
  const { name, inputs } = node.data;
  let credential: string | undefined;
  const sealed = sealSettings({ name, inputs }, secretKey, (definition, typed) => {
    if (definition.credential === undefined) return typed;
    const { kind, label } = definition.credential;
    const earlier = credentialOf(node);
    const known = earlier === '' ? undefined : credentials.open(earlier);
    const opened = known !== undefined && mayKeep(known, definition.credential, typed) ? known : undefined;
    const fields = { ...opened?.fields, ...typed };
    // Whoever typed all of it in may say where it goes; a secret that was here before goes where it went.
    const isOwn = Object.keys(fields).every((field) => Object.hasOwn(typed, field));
    const hosts = isOwn ? secretHosts(definition, { ...inputs, ...fields }) : (opened?.addedHosts ?? []);
    credential = credentials.keep({ name: `${label} of ${flowName}`, kind, fields, hosts });
    // Left out, not emptied: in Flowise an empty one would count before the credential's.
    return {};
  });
  if (sealed === inputs) return node;
  return {
    ...node,
    data: { ...node.data, ...(credential === undefined ? {} : { credential }), inputs: { ...sealed } },
  };
}

/**
 * Moves the secrets of a flow's nodes into credentials, so that a saved flow only refers to them. Passwords in addresses are encrypted where they stand.
 * @param flowName for the name of a credential that is made
 * @returns the flow in the form to save
 * @throws UserError CREDENTIAL_UNUSABLE, SECRET_KEY_UNUSABLE
 */
export function sealFlowSecrets(flowData: string, flowName: string, keepers: SecretKeepers): string {
  const flow = parseFlowDocument(flowData);
  const nodes = flow.nodes.map((node) => keepAsCredential(node, flowName, keepers));
  const isChanged = nodes.some((node, index) => node !== flow.nodes[index]);
  return isChanged ? JSON.stringify({ ...flow, nodes }) : flowData;
}

const SealedSchema = z.strictObject({ sealed: z.base64() });

/** Encrypts the secrets of parts of document stores in place. @param secretKey called only when there is a secret */
export function createPartSealer(secretKey: () => Buffer): PartSealer {
  const about = (part: string, param: string) => `${part}.${param}`;

  function open(name: string, param: string, value: unknown): unknown {
    const { data } = SealedSchema.safeParse(value);
    if (data === undefined) return value;
    // With another key than today's it has to be entered again, like one that never was.
    return unseal(Buffer.from(data.sealed, 'base64'), secretKey(), about(name, param)) ?? '';
  }

  return {
    seal({ name, config }) {
      const keep = (_definition: NodeDefinition, typed: CredentialFields) =>
        mapValues(typed, (text, param) => ({
          sealed: seal(text, secretKey(), about(name, param)).toString('base64'),
        }));
      return { name, config: { ...sealSettings({ name, inputs: config }, secretKey, keep) } };
    },
    // Passwords in addresses stay sealed until the part runs: the rest of an address is for showing.
    open({ name, config }) {
      const definition = findNodeDefinition(name);
      const secrets = new Set(definition === undefined ? [] : secretNames(definition));
      return {
        name,
        config: mapValues(config, (value, param) => (secrets.has(param) ? open(name, param, value) : value)),
      };
    },
  };
}
