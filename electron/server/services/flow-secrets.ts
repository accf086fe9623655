import { credentialOf } from '../../../shared/flow/credential-reference.ts';
import { type FlowNode, parseFlowDocument } from '../../../shared/flow/flow-document.ts';
import { typedSecrets } from '../../../shared/flow/typed-secrets.ts';
import type { NodeCredential } from '../../../shared/nodes/define-node.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import { secretHosts, vendorHosts } from '../../../shared/nodes/secret-hosts.ts';
import type { CredentialFields, OpenCredential } from '../secrets/open-credential.ts';
import { sealAddresses } from '../secrets/sealed-address.ts';
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

function withSealedAddresses(node: FlowNode, key: () => Buffer): FlowNode {
  const definition = findNodeDefinition(node.data.name);
  if (definition === undefined) return node;
  const inputs = sealAddresses(definition, node.data.inputs, key);
  return inputs === node.data.inputs ? node : { ...node, data: { ...node.data, inputs: { ...inputs } } };
}

/**
 * Moves the secrets of a flow's nodes into credentials, so that a saved flow only refers to them. Sent again, the same secrets find the same credential. Passwords
 * in addresses are encrypted where they stand.
 * @param flowName for the name of a credential that is made
 * @returns the flow in the form to save
 * @throws UserError CREDENTIAL_UNUSABLE, SECRET_KEY_UNUSABLE
 */
export function sealFlowSecrets(flowData: string, flowName: string, { credentials, secretKey }: SecretKeepers): string {
  const flow = parseFlowDocument(flowData);
  let isChanged = false;
  const nodes = flow.nodes.map((saved) => {
    const node = withSealedAddresses(saved, secretKey);
    if (node !== saved) isChanged = true;
    const typed = typedSecrets(node);
    const definition = findNodeDefinition(node.data.name);
    if (definition?.credential === undefined || Object.keys(typed).length === 0) return node;
    isChanged = true;
    const { kind, label } = definition.credential;
    const earlier = credentialOf(node);
    const known = earlier === '' ? undefined : credentials.open(earlier);
    const opened = known !== undefined && mayKeep(known, definition.credential, typed) ? known : undefined;
    const fields = { ...opened?.fields, ...typed };
    // Whoever typed all of it in may say where it goes; a secret that was here before goes where it went.
    const isOwn = Object.keys(fields).every((name) => Object.hasOwn(typed, name));
    const hosts = isOwn ? secretHosts(definition, { ...node.data.inputs, ...fields }) : (opened?.addedHosts ?? []);
    const credential = credentials.keep({ name: `${label} of ${flowName}`, kind, fields, hosts });
    // Left out, not emptied: in Flowise an empty one would count before the credential's.
    const inputs = Object.fromEntries(Object.entries(node.data.inputs).filter(([name]) => !Object.hasOwn(typed, name)));
    return { ...node, data: { ...node.data, credential, inputs } };
  });
  return isChanged ? JSON.stringify({ ...flow, nodes }) : flowData;
}
