import { t } from '../../../../shared/texts/t.ts';
import type { ApiOperation } from '../../../api/api-document.ts';
import { Field } from '../../../ui/controls/field.tsx';
import { TextArea, TextInput } from '../../../ui/controls/inputs.tsx';
import { Choice } from '../choice.tsx';
import { type BodyKind, bodyKinds, type CallDraft, exampleText, isJsonReady } from './call-draft.ts';

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
export function CallFields({ operation, draft, onChange }: CallFieldsProps) {
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
