import type { Chatflow } from '../../../shared/api/chatflows.ts';
import type { StorePart } from '../../../shared/api/document-store-parts.ts';
import type { PlannedNode } from '../../../shared/flow/flow-plan.ts';
import { readFlow } from '../../../shared/flow/read-flow.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import { secretHosts } from '../../../shared/nodes/secret-hosts.ts';
import { fillFlow, fillInputs, flowVariables, type ValueSource } from '../pipeline/compile/fill-inputs.ts';
import type { SettingRepository } from '../storage/repositories/setting-repository.ts';
import type { CredentialService } from './credential-service.ts';

export interface CredentialHostSources {
  readonly settings: SettingRepository;
  readonly credentials: Pick<CredentialService, 'allow'>;
  readonly values: ValueSource;
  readonly listChatflows: () => readonly Chatflow[];
  /** Settings of document stores and of their loaders. */
  readonly listParts: () => readonly StorePart[];
}

const HOSTS_LISTED = 'credentialHostsListed';

/**
 * Fills the host lists of credentials that were saved before there were such lists, from the flows and stores that use them, so that these keep working. Runs
 * once: from then on only the app adds hosts.
 */
export function listCredentialHosts(sources: CredentialHostSources): void {
  const { settings, credentials, values } = sources;
  if (settings.get(HOSTS_LISTED) !== undefined) return;
  for (const chatflow of sources.listChatflows()) {
    const filled = fillFlow(readFlow(chatflow.flowData).flow, { ...values, flow: flowVariables(chatflow) });
    for (const { id, data } of filled.flow.nodes) {
      const credential = filled.credentials.get(id);
      const definition = findNodeDefinition(data.name);
      if (credential === undefined || definition === undefined) continue;
      credentials.allow(credential.id, secretHosts(definition, data.inputs));
    }
  }
  for (const { name, config } of sources.listParts()) {
    const definition = findNodeDefinition(name);
    if (definition === undefined) continue;
    const node: PlannedNode = { id: name, label: definition.label, definition, inputs: config };
    const { inputs, credential } = fillInputs(node, { ...values, flow: {} });
    if (credential !== undefined) credentials.allow(credential.id, secretHosts(definition, inputs));
  }
  settings.set(HOSTS_LISTED, 'true');
}
