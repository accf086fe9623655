import { Globe, Plus, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { type Credential, CredentialHostSchema } from '../../../../shared/api/credentials.ts';
import { listCredentialKinds } from '../../../../shared/nodes/credential-kinds.ts';
import { t } from '../../../../shared/texts/t.ts';
import { messageOf } from '../../../api/client.ts';
import { useAllowHost, useDisallowHost } from '../../../api/credentials.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { TextInput } from '../../../ui/controls/inputs.tsx';
import { ErrorNotice, splitMessage } from '../../../ui/feedback/error-notice.tsx';
import { problemsOf } from '../resource.ts';
import { DetailSection } from './use-list.tsx';

/** Whether a host is the vendor's own, which stays on the list. */
function isVendorHost(kind: string, host: string): boolean {
  const patterns = listCredentialKinds().find((one) => one.kind === kind)?.vendorHosts ?? [];
  return patterns.some((pattern) => {
    const [before = '', after] = pattern.split(/\{\w+\}/);
    return after === undefined ? pattern === host : host.startsWith(before) && host.endsWith(after);
  });
}

function AddHost({ credential }: { readonly credential: Credential }) {
  const { mutate, error, isPending } = useAllowHost();
  const [host, setHost] = useState('');
  const [problem, setProblem] = useState<string>();
  function add(event: FormEvent) {
    event.preventDefault();
    const parsed = CredentialHostSchema.safeParse({ host });
    setProblem(parsed.success ? undefined : problemsOf(parsed.error).host);
    if (parsed.success) mutate({ id: credential.id, host: parsed.data.host }, { onSuccess: () => setHost('') });
  }
  return (
    <form className="flex flex-col gap-2" onSubmit={add}>
      <Field label={t('Another host')} problem={problem} help={t('As localhost:1234, or a whole address.')}>
        {(control) => (
          <div className="flex gap-2">
            <TextInput {...control} value={host} onChange={(event) => setHost(event.target.value)} />
            <Button type="submit" icon={<Plus aria-hidden="true" />} disabled={isPending || host.trim() === ''}>
              {t('Allow')}
            </Button>
          </div>
        )}
      </Field>
      {error === null ? null : <ErrorNotice {...splitMessage(messageOf(error))} />}
    </form>
  );
}

/** Where a credential may be sent: the vendor's own hosts, and those that people allowed. */
export function CredentialHosts({ credential }: { readonly credential: Credential }) {
  const { mutate, error, isPending } = useDisallowHost();
  return (
    <DetailSection title={t('Where it may be sent')}>
      {credential.hosts.length === 0 ? (
        <p className="text-muted">{t('Nowhere yet. Allow the host of your server.')}</p>
      ) : (
        <ul aria-label={t('Hosts')} className="flex flex-col">
          {credential.hosts.map((host) => (
            <li key={host} className="flex min-h-8 items-center gap-2">
              <Globe aria-hidden="true" className="size-4 shrink-0 text-muted" />
              <span className="min-w-0 flex-1 truncate font-mono text-secondary">{host}</span>
              {isVendorHost(credential.kind, host) ? (
                <span className="text-secondary text-muted">{t("The vendor's own")}</span>
              ) : (
                <IconButton
                  label={t('No longer allow {host}', { host })}
                  icon={<X />}
                  disabled={isPending}
                  onClick={() => mutate({ id: credential.id, host })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {error === null ? null : <ErrorNotice {...splitMessage(messageOf(error))} />}
      <AddHost credential={credential} />
    </DetailSection>
  );
}
