import { secretHosts } from '../../../shared/nodes/secret-hosts.ts';
import { fillInputs, type ValueSource } from '../pipeline/compile/fill-inputs.ts';
import type { SettingRepository } from '../storage/repositories/setting-repository.ts';
import type { CredentialService } from './credential-service.ts';
import type { Libraries } from './libraries/libraries.ts';

export interface CredentialHostSources {
  readonly settings: SettingRepository;
  readonly credentials: Pick<CredentialService, 'allow'>;
  readonly values: ValueSource;
  readonly libraries: Pick<Libraries, 'listWithBinned'>;
}

const HOSTS_LISTED = 'credentialHostsListed';

/**
 * Fills the host lists of credentials that were saved before there were such lists, from the libraries that use them, so that these keep working. Runs
 * once: from then on only the app adds hosts.
 */
export function listCredentialHosts(sources: CredentialHostSources): void {
  const { settings, credentials, values } = sources;
  if (settings.get(HOSTS_LISTED) !== undefined) return;
  for (const library of sources.libraries.listWithBinned()) {
    for (const node of library.nodes()) {
      const { inputs, credential } = fillInputs(node, { ...values, flow: library.variables });
      if (credential !== undefined) credentials.allow(credential.id, secretHosts(node.definition, inputs));
    }
  }
  settings.set(HOSTS_LISTED, 'true');
}
