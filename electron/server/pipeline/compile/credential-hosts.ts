import { UserError } from '../../../../shared/errors/errors.ts';
import { hostRefusal } from '../../../../shared/flow/credential-problems.ts';
import { CREDENTIAL_INPUT } from '../../../../shared/flow/credential-reference.ts';
import type { PlannedNode } from '../../../../shared/flow/flow-plan.ts';
import { secretHosts } from '../../../../shared/nodes/secret-hosts.ts';
import type { OpenCredential } from '../../secrets/open-credential.ts';

/**
 * Refuses to send a credential to a host that it does not list: whoever may call could else have it sent to a server of their own.
 * @param node as it is to run, with its secrets and what the call says filled in
 * @throws UserError CREDENTIAL_HOST (422) naming the host
 */
export function checkSecretHosts(
  { id: nodeId, label, definition, inputs }: PlannedNode,
  credential: OpenCredential,
): void {
  const host = secretHosts(definition, inputs).find((one) => !credential.mayGoTo(one));
  if (host === undefined) return;
  throw new UserError('CREDENTIAL_HOST', hostRefusal(label, credential, host), {
    nodeId,
    details: { param: CREDENTIAL_INPUT, credentialId: credential.id, credential: credential.name, host },
  });
}
