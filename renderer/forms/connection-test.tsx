import { useMutation } from '@tanstack/react-query';
import { CircleCheck, Plug } from 'lucide-react';
import { useEffect, useState } from 'react';
import { CREDENTIAL_INPUT } from '../../shared/flow/credential-reference.ts';
import { formatElapsed } from '../../shared/text/format.ts';
import { t } from '../../shared/texts/t.ts';
import { messageOf } from '../api/client.ts';
import { useCredentials } from '../api/credentials.ts';
import { type NodePart, testConnection } from '../api/node-tools.ts';
import { Button } from '../ui/controls/button.tsx';
import { ErrorNotice, splitMessage } from '../ui/feedback/error-notice.tsx';
import { useAbortOnLeave } from './use-abort-on-leave.ts';

/** The credential of a node, and to how many hosts it may go. */
function useHostsOf({ config }: NodePart): { readonly id: unknown; readonly hosts: number } {
  const { data } = useCredentials();
  const id = config[CREDENTIAL_INPUT];
  return { id, hosts: data?.find((credential) => credential.id === id)?.hosts.length ?? 0 };
}

/** Tries what a node talks to, with the values that the form shows, and says what answered or what to do. */
export function ConnectionTest({ part, label }: { readonly part: NodePart; readonly label: string }) {
  const newSignal = useAbortOnLeave();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (tested: NodePart) => testConnection(tested, newSignal()),
  });
  const credential = useHostsOf(part);
  const [tested, setTested] = useState(credential);
  const test = () => {
    setTested(credential);
    mutate(part);
  };
  const hasFailed = error !== null || data?.ok === false;
  const isOutdated = hasFailed && credential.id === tested.id && credential.hosts > tested.hosts;
  useEffect(() => {
    // A host was allowed since: what failed may work now, and the old answer is none any more.
    if (isOutdated) test();
  });
  const failure = error === null ? (data?.ok === false ? data.message : undefined) : messageOf(error);
  return (
    <section aria-label={t('Connection')} className="flex flex-col items-start gap-2">
      <Button icon={<Plug />} disabled={isPending} onClick={test}>
        {isPending ? t('Testing…') : label}
      </Button>
      <div role="status" className="w-full">
        {data?.ok === true && !isPending ? (
          <p className="flex gap-2 rounded-control bg-success-soft px-2 py-1.5">
            <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success" />
            <span className="min-w-0 break-words">
              {data.message} <span className="tabular text-muted">{formatElapsed(data.elapsedMs)}</span>
            </span>
          </p>
        ) : null}
        {failure === undefined || isPending ? null : <ErrorNotice {...splitMessage(failure)} />}
      </div>
    </section>
  );
}
