import { credentialOf } from '../../../shared/flow/credential-reference.ts';
import { type FlowNode, parseFlowDocument } from '../../../shared/flow/flow-document.ts';
import type { NodeCredential } from '../../../shared/nodes/define-node.ts';
import { secretHosts, vendorHosts } from '../../../shared/nodes/secret-hosts.ts';
import type { CredentialFields, OpenCredential } from '../secrets/open-credential.ts';
import { sealSettings } from '../secrets/seal-settings.ts';
import type { CredentialService } from './credential-service.ts';

/** What is needed to seal the secrets of flows. */
export interface SecretKeepers {
  readonly credentials: Pick<CredentialService, 'open' | 'store'>;
  /** Called only when there is a secret. */
  readonly secretKey: () => Buffer;
}

/** Whether the fields that were there may stay beside typed ones: only for the same vendor, and where they may go already. */
function mayStay(known: OpenCredential, { kind, vendorHosts: patterns }: NodeCredential, typed: CredentialFields) {
  const vendor = vendorHosts(patterns, { ...known.fields, ...typed });
  return known.kind === kind && vendor.every((host) => known.mayGoTo(host));
}

/** Moves secrets that were typed into a node to a credential: the same secrets find the same one. */
function storeAsCredential(node: FlowNode, flowName: string, { credentials, secretKey }: SecretKeepers): FlowNode {
  const { name, inputs } = node.data;
  let credential: string | undefined;
  const sealed = sealSettings({ name, inputs }, secretKey, (definition, typed) => {
    if (definition.credential === undefined) return typed;
    const { kind, label } = definition.credential;
    const earlier = credentialOf(node);
    const known = earlier === '' ? undefined : credentials.open(earlier);
    const opened = known !== undefined && mayStay(known, definition.credential, typed) ? known : undefined;
    const fields = { ...opened?.fields, ...typed };
    // Whoever typed all of it in may say where it goes; a secret that was here before goes where it went.
    const isOwn = Object.keys(fields).every((field) => Object.hasOwn(typed, field));
    const hosts = isOwn ? secretHosts(definition, { ...inputs, ...fields }) : (opened?.addedHosts ?? []);
    credential = credentials.store({ name: `${label} of ${flowName}`, kind, fields, hosts });
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
  const nodes = flow.nodes.map((node) => storeAsCredential(node, flowName, keepers));
  const isChanged = nodes.some((node, index) => node !== flow.nodes[index]);
  return isChanged ? JSON.stringify({ ...flow, nodes }) : flowData;
}
