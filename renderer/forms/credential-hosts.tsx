import { ShieldAlert } from 'lucide-react';
import type { Credential } from '../../shared/api/credentials.ts';
import { t } from '../../shared/texts/t.ts';
import { messageOf } from '../api/client.ts';
import { useAllowHost } from '../api/credentials.ts';
import { Button } from '../ui/controls/button.tsx';
import { ErrorNotice, splitMessage } from '../ui/feedback/error-notice.tsx';
import { rich } from '../ui/rich.tsx';

/** Asks before a credential goes to a host that it has not gone to. Without a yes the server does not send it there. */
export function CredentialHosts({
  credential,
  host,
}: {
  readonly credential: Credential;
  /** Where the node would send it. */
  readonly host: string;
}) {
  const { mutate, error, isPending } = useAllowHost();
  return (
    <section
      aria-label={t('Where the credential may go')}
      className="flex flex-col items-start gap-2 rounded-control border border-warning/40 bg-warning-soft p-3"
    >
      <p className="flex gap-2">
        <ShieldAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
        <span className="min-w-0 break-words">
          {rich('“{credential}” has not been sent to <code>{host}</code> before. Allow it if you trust that server.', {
            credential: credential.name,
            host,
            code: (words) => <span className="font-mono">{words}</span>,
          })}
        </span>
      </p>
      <Button disabled={isPending} onClick={() => mutate({ id: credential.id, host })}>
        {isPending ? t('Allowing…') : t('Allow this host')}
      </Button>
      {error === null ? null : <ErrorNotice {...splitMessage(messageOf(error))} />}
    </section>
  );
}
