import { useMutation } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { messageOf } from '../../api/client.ts';
import { sendCall } from '../../api/send-call.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { TextInput } from '../../ui/controls/inputs.tsx';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';
import { CallAnswer } from './call-answer.tsx';
import type { CallChoice } from './call-choice.ts';
import { Choice } from './choice.tsx';
import { FileChoice } from './file-choice.tsx';
import { Snippet } from './snippet.tsx';

/** Makes the call of an example, and shows what the server answers. */
function TryCall({
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
      aria-label={t('Try {title}', { title })}
      className="flex flex-col gap-3 rounded-card border border-border p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !send.isPending) send.mutate();
      }}
    >
      <h3 className="font-semibold">{t('Try it')}</h3>
      {withQuestion === undefined ? (
        <p className="text-secondary text-muted">{t('This makes the call: what it brings is stored.')}</p>
      ) : (
        <Field label={t('Question')}>
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
        {send.isPending ? t('Waiting for the answer…') : t('Send the call')}
      </Button>
      {send.error === null ? null : <ErrorNotice {...splitMessage(messageOf(send.error))} />}
      {send.data === undefined ? null : <CallAnswer answer={send.data} />}
    </form>
  );
}

/** The calls of a flow or store, as programs in the language that is chosen; and a way to try each. */
export function CallExamples({
  choices,
  onBeforeSend,
}: {
  readonly choices: readonly [CallChoice, ...CallChoice[]];
  /** Before a call is tried: saves what the call depends on. */
  readonly onBeforeSend?: () => Promise<unknown>;
}) {
  const [title, setTitle] = useState(choices[0].title);
  const chosen = choices.find((choice) => choice.title === title) ?? choices[0];
  return (
    <section aria-label={t('Examples')} className="flex flex-col gap-3">
      <Snippet
        title={chosen.title}
        call={chosen.call}
        before={
          <Choice
            label={t('Call')}
            value={chosen.title}
            options={choices.map((choice) => [choice.title, choice.title])}
            onChange={setTitle}
          />
        }
        help={chosen.help}
      />
      <TryCall key={chosen.title} choice={chosen} onBeforeSend={onBeforeSend} />
    </section>
  );
}
