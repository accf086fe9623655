import { useMutation } from '@tanstack/react-query';
import { CircleCheck, Plug } from 'lucide-react';
import { formatElapsed } from '../../../shared/text/format.ts';
import { messageOf } from '../../api/client.ts';
import { type NodePart, testConnection } from '../../api/node-tools.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';
import { useAbortOnLeave } from './use-abort-on-leave.ts';

/** Tries what a node talks to, with the values that the form shows, and says what answered or what to do. */
export function ConnectionTest({ part, label }: { readonly part: NodePart; readonly label: string }) {
  const newSignal = useAbortOnLeave();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (tested: NodePart) => testConnection(tested, newSignal()),
  });
  const failure = error === null ? (data?.ok === false ? data.message : undefined) : messageOf(error);
  return (
    <section aria-label="Connection" className="flex flex-col items-start gap-2">
      <Button icon={<Plug />} disabled={isPending} onClick={() => mutate(part)}>
        {isPending ? 'Testing…' : label}
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
