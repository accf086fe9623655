import { useMutation } from '@tanstack/react-query';
import { Play, Square } from 'lucide-react';
import { useRef, useState } from 'react';
import { t } from '../../../../shared/texts/t.ts';
import type { ApiOperation } from '../../../api/api-document.ts';
import { messageOf } from '../../../api/client.ts';
import { sendCall } from '../../../api/send-call.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { TextArea, TextInput } from '../../../ui/controls/inputs.tsx';
import { ErrorNotice, splitMessage } from '../../../ui/feedback/error-notice.tsx';
import { CallAnswer } from '../call-answer.tsx';
import { Choice } from '../choice.tsx';
import { FileChoice } from '../file-choice.tsx';
import { Snippet } from '../snippet.tsx';
import {
  type BodyKind,
  bodyKinds,
  type CallDraft,
  callOf,
  draftOf,
  exampleText,
  isJsonReady,
  missingParameters,
} from './call-draft.ts';

const KIND_NAMES: Readonly<Record<BodyKind, string>> = { json: 'JSON', form: t('Form with files') };

interface CallFieldsProps {
  readonly operation: ApiOperation;
  readonly draft: CallDraft;
  readonly onChange: (draft: CallDraft) => void;
}

function Parameters({ operation, draft, onChange }: CallFieldsProps) {
  return operation.parameters.map(({ name, required, example }) => {
    const value = draft.parameters[name] ?? '';
    return (
      <Field key={name} label={name} isMissing={required && value === ''}>
        {(control) => (
          <TextInput
            {...control}
            className="font-mono"
            placeholder={exampleText(example)}
            value={value}
            onChange={(event) =>
              onChange({ ...draft, parameters: { ...draft.parameters, [name]: event.target.value } })
            }
          />
        )}
      </Field>
    );
  });
}

function FormFields({ draft, onChange }: Omit<CallFieldsProps, 'operation'>) {
  return Object.entries(draft.fields).map(([name, value]) => (
    <Field key={name} label={name}>
      {(control) => (
        <TextInput
          {...control}
          className="font-mono"
          value={value}
          onChange={(event) => onChange({ ...draft, fields: { ...draft.fields, [name]: event.target.value } })}
        />
      )}
    </Field>
  ));
}

/** What a person can put into a call: its parameters and its body. */
function CallFields({ operation, draft, onChange }: CallFieldsProps) {
  const kinds = bodyKinds(operation);
  const isReady = isJsonReady(operation, draft);
  return (
    <>
      <Parameters operation={operation} draft={draft} onChange={onChange} />
      {kinds.length < 2 ? null : (
        <Choice
          label={t('Kind of body')}
          value={draft.bodyKind ?? ''}
          options={kinds.map((kind) => [kind, KIND_NAMES[kind]])}
          onChange={(value) => onChange({ ...draft, bodyKind: kinds.find((kind) => kind === value) })}
        />
      )}
      {draft.bodyKind === 'json' ? (
        <Field
          label={t('Body')}
          problem={isReady ? undefined : t('This is not valid JSON: check its quotes and commas.')}
        >
          {(control) => (
            <TextArea
              {...control}
              className="font-mono text-secondary"
              rows={Math.min(14, Math.max(3, draft.json.split('\n').length))}
              value={draft.json}
              onChange={(event) => onChange({ ...draft, json: event.target.value })}
            />
          )}
        </Field>
      ) : null}
      {draft.bodyKind === 'form' ? <FormFields draft={draft} onChange={onChange} /> : null}
    </>
  );
}

/** What a call does to what is on this server. */
const EFFECTS: Readonly<Record<string, string>> = {
  GET: t('This asks the server, and changes nothing.'),
  POST: t('This makes the call: what it does on this server is real.'),
  PUT: t('This makes the call: what it changes on this server is changed.'),
  PATCH: t('This makes the call: what it changes on this server is changed.'),
  DELETE: t('This makes the call: what it deletes on this server is gone.'),
};

/** The call of an operation as a program, and a form that changes and sends it. */
export function OperationCall({
  operation,
  needsKey,
}: {
  readonly operation: ApiOperation;
  readonly needsKey: boolean;
}) {
  const { method, operationId } = operation;
  const [draft, setDraft] = useState(() => draftOf(operation));
  const [files, setFiles] = useState<readonly File[]>([]);
  const stop = useRef<AbortController>(undefined);
  const call = callOf(operation, draft, needsKey);
  const send = useMutation({
    mutationFn: () => {
      stop.current = new AbortController();
      return sendCall(call, files, stop.current.signal);
    },
  });
  const isReady = missingParameters(operation, draft).length === 0 && isJsonReady(operation, draft);
  const wasStopped = stop.current?.signal.aborted === true;
  return (
    <div className="flex flex-col gap-4">
      <section aria-label={t('Example')} className="flex flex-col gap-2">
        <Snippet title={operationId} call={call} before={<h3 className="font-semibold">{t('Example')}</h3>} />
      </section>
      <form
        aria-label={t('Try it')}
        className="flex flex-col gap-3 rounded-card border border-border p-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !send.isPending) send.mutate();
        }}
      >
        <div>
          <h3 className="font-semibold">{t('Try it')}</h3>
          <p className="text-secondary text-muted">{EFFECTS[method]}</p>
        </div>
        <CallFields operation={operation} draft={draft} onChange={setDraft} />
        {draft.bodyKind === 'form' ? <FileChoice files={files} onChoose={setFiles} /> : null}
        <div className="flex gap-2">
          <Button
            type="submit"
            look={method === 'DELETE' ? 'danger' : 'plain'}
            icon={<Play aria-hidden="true" />}
            disabled={!isReady || send.isPending}
          >
            {send.isPending ? t('Waiting for the answer…') : t('Send the call')}
          </Button>
          {send.isPending ? (
            <Button icon={<Square aria-hidden="true" />} onClick={() => stop.current?.abort()}>
              {t('Stop')}
            </Button>
          ) : null}
        </div>
        {send.error === null || wasStopped ? null : <ErrorNotice {...splitMessage(messageOf(send.error))} />}
        {send.error !== null && wasStopped ? <p role="status">{t('Stopped before an answer came.')}</p> : null}
        {send.data === undefined ? null : <CallAnswer answer={send.data} />}
      </form>
    </div>
  );
}
