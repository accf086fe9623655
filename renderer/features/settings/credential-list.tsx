import { KeyRound, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Credential } from '../../../shared/api/credentials.ts';
import { allNodeDefinitions } from '../../../shared/nodes/registry.ts';
import { countOf } from '../../../shared/text/format.ts';
import { messageOf } from '../../api/client.ts';
import { useCredentials, useDeleteCredential } from '../../api/credentials.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';
import { showErrorToast } from '../../ui/feedback/toast.tsx';

/** What people call a kind of credential; its own name for one that no node takes. */
function labelOf(kind: string): string {
  return allNodeDefinitions.find(({ credential }) => credential?.kind === kind)?.credential?.label ?? kind;
}

function Row({ credential, onDelete }: { readonly credential: Credential; readonly onDelete: () => void }) {
  return (
    <li className="flex items-center gap-3 border-b border-border py-2 last:border-b-0">
      <KeyRound aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" title={credential.name}>
          {credential.name}
        </p>
        <p className="text-secondary text-muted">
          {labelOf(credential.kind)} · {countOf(credential.fieldNames.length, 'field')}
        </p>
      </div>
      <IconButton label={`Delete ${credential.name}`} icon={<Trash2 />} onClick={onDelete} />
    </li>
  );
}

/** The credentials that are kept; new ones are made where a node needs one. */
export function CredentialList() {
  const { data, error } = useCredentials();
  const remove = useDeleteCredential();
  const [doomed, setDoomed] = useState<Credential>();
  if (error !== null) return <ErrorNotice {...splitMessage(messageOf(error))} />;
  if (data === undefined) return <p className="text-muted">Loading…</p>;
  if (data.length === 0)
    return <p className="text-muted">None yet. A node that needs one has a field for it in its settings.</p>;
  return (
    <>
      <ul aria-label="Credentials" className="-mt-2">
        {data.map((credential) => (
          <Row key={credential.id} credential={credential} onDelete={() => setDoomed(credential)} />
        ))}
      </ul>
      <ConfirmDialog
        isOpen={doomed !== undefined}
        title={`Delete ${doomed?.name ?? ''}?`}
        confirmLabel="Delete credential"
        onConfirm={() => {
          if (doomed !== undefined)
            remove.mutate(doomed.id, { onError: (problem) => showErrorToast(messageOf(problem)) });
          setDoomed(undefined);
        }}
        onCancel={() => setDoomed(undefined)}
      >
        Flows that use it can not run until another is chosen in their nodes.
      </ConfirmDialog>
    </>
  );
}
