import { useMutation } from '@tanstack/react-query';
import { Paperclip, Play } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatElapsed } from '../../../shared/text/format.ts';
import { messageOf } from '../../api/client.ts';
import { sendCall } from '../../api/send-call.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { TextInput } from '../../ui/controls/inputs.tsx';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import type { CallChoice } from './call-choice.ts';

/** An answer may hold a thousand chunks: more than this is cut off, in characters. */
const MOST_SHOWN = 20_000;

function shortened(text: string): string {
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}\n… and more` : text;
}

function FileChoice({
  files,
  onChoose,
}: {
  readonly files: readonly File[];
  readonly onChoose: (files: File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="flex items-center gap-3">
      <Button icon={<Paperclip aria-hidden="true" />} onClick={() => input.current?.click()}>
        Choose files
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        className="sr-only"
        tabIndex={-1}
        aria-label="Files of the call"
        onChange={(event) => onChoose([...(event.target.files ?? [])])}
      />
      <span className="min-w-0 truncate text-muted">
        {files.length === 0 ? 'None chosen' : files.map(({ name }) => name).join(', ')}
      </span>
    </div>
  );
}

/** Makes the call of an example, and shows what the server answers. */
export function TryCall({
  choice,
  onBeforeSend,
}: {
  readonly choice: CallChoice;
  readonly onBeforeSend?: (() => Promise<unknown>) | undefined;
}) {
  const { call, title, withQuestion } = choice;
  const [files, setFiles] = useState<readonly File[]>([]);
  const [question, setQuestion] = useState('');
  const takesFiles = call.body.type === 'form';
  const send = useMutation({
    mutationFn: async () => {
      await onBeforeSend?.();
      return sendCall(withQuestion === undefined ? call : withQuestion(question.trim()), files);
    },
  });
  const isReady = (!takesFiles || files.length > 0) && (withQuestion === undefined || question.trim() !== '');
  return (
    <form
      aria-label={`Try ${title}`}
      className="flex flex-col gap-3 rounded-card border border-border p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !send.isPending) send.mutate();
      }}
    >
      <h3 className="font-semibold">Try it</h3>
      {withQuestion === undefined ? (
        <p className="text-secondary text-muted">This makes the call: what it brings is stored.</p>
      ) : (
        <Field label="Question">
          {(control) => (
            <TextInput {...control} value={question} onChange={(event) => setQuestion(event.target.value)} />
          )}
        </Field>
      )}
      {takesFiles ? <FileChoice files={files} onChoose={setFiles} /> : null}
      <Button
        type="submit"
        className="self-start"
        icon={<Play aria-hidden="true" />}
        disabled={!isReady || send.isPending}
      >
        {send.isPending ? 'Waiting for the answer…' : 'Send the call'}
      </Button>
      {send.error === null ? null : <ErrorNotice {...splitMessage(messageOf(send.error))} />}
      {send.data === undefined ? null : (
        <section aria-label="Answer" aria-live="polite" className="flex flex-col gap-2">
          <p className="tabular flex items-center gap-2">
            <StatusBadge tone={send.data.status < 400 ? 'success' : 'danger'}>Status {send.data.status}</StatusBadge>
            <span className="text-muted">{formatElapsed(send.data.elapsedMs)}</span>
          </p>
          <CodeBlock
            label="Body of the answer"
            text={shortened(send.data.text)}
            className="max-h-80 whitespace-pre-wrap"
          />
        </section>
      )}
    </form>
  );
}
