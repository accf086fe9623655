import { type FormEvent, type ReactNode, useState } from 'react';
import type { Credential } from '../../shared/api/credentials.ts';
import { secretNames } from '../../shared/flow/credential-reference.ts';
import type { NodeCredential, NodeDefinition } from '../../shared/nodes/define-node.ts';
import { secretHosts } from '../../shared/nodes/secret-hosts.ts';
import { shownParam } from '../../shared/nodes/shown-param.ts';
import { t } from '../../shared/texts/t.ts';
import { messageOf } from '../api/client.ts';
import { useCreateCredential, useUpdateCredential } from '../api/credentials.ts';
import { Button } from '../ui/controls/button.tsx';
import { Field } from '../ui/controls/field.tsx';
import { TextInput } from '../ui/controls/inputs.tsx';
import { ErrorNotice, splitMessage } from '../ui/feedback/error-notice.tsx';

export interface CredentialFormProps {
  readonly definition: NodeDefinition;
  /** Of the node: they say where the credential goes. */
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly credential: NodeCredential;
  /** To be entered anew; undefined for one more. */
  readonly existing: Credential | undefined;
  readonly icon: ReactNode;
  /** With the id of what was saved. */
  readonly onDone: (id: string) => void;
  readonly onCancel: () => void;
}

function secretsOf(definition: NodeDefinition) {
  return secretNames(definition).flatMap((name) => {
    const schema = definition.params.shape[name];
    return schema === undefined ? [] : [{ name, info: shownParam(schema) }];
  });
}

/** Names a credential and takes its secrets in. What is stored is never shown: to change one, all is entered again. */
export function CredentialForm({
  definition,
  inputs,
  credential,
  existing,
  icon,
  onDone,
  onCancel,
}: CredentialFormProps) {
  const [name, setName] = useState(existing?.name ?? t(credential.label));
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const create = useCreateCredential();
  const update = useUpdateCredential();
  const secrets = secretsOf(definition);
  const given = Object.entries(values).filter(([, value]) => value !== '');
  const isComplete =
    name.trim() !== '' &&
    given.length > 0 &&
    secrets.every((secret) => !secret.info.required || (values[secret.name] ?? '') !== '');
  const isSaving = create.isPending || update.isPending;
  const error = create.error ?? update.error;

  function save(event: FormEvent) {
    event.preventDefault();
    const fields = Object.fromEntries(given);
    const options = { onSuccess: ({ id }: Credential) => onDone(id) };
    // Whoever enters it for this node lets it go where the node sends it.
    const hosts = [...secretHosts(definition, { ...inputs, ...fields })];
    if (existing === undefined) create.mutate({ name: name.trim(), kind: credential.kind, fields, hosts }, options);
    else update.mutate({ id: existing.id, fields: { name: name.trim(), fields } }, options);
  }

  return (
    <form
      aria-label={existing === undefined ? t('New credential') : t('Change the credential')}
      className="flex flex-col gap-3 rounded-card border border-border bg-canvas p-3"
      onSubmit={save}
    >
      <p className="flex items-center gap-2 font-semibold">
        {icon}
        {existing === undefined ? t('New credential') : t('Change the credential')}
      </p>
      {existing === undefined ? null : (
        <p className="text-secondary text-muted">{t('What is stored is never shown. Enter all fields again.')}</p>
      )}
      <Field label={t('Name of the credential')}>
        {(control) => (
          <TextInput {...control} autoFocus value={name} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
      {secrets.map(({ name: secret, info }) => (
        <Field
          key={secret}
          label={info.required ? info.title : t('{title} (optional)', { title: info.title })}
          help={info.help}
        >
          {(control) => (
            <TextInput
              {...control}
              type={info.isName === true ? 'text' : 'password'}
              autoComplete={info.isName === true ? 'off' : 'new-password'}
              value={values[secret] ?? ''}
              placeholder={info.placeholder}
              onChange={(event) => setValues({ ...values, [secret]: event.target.value })}
            />
          )}
        </Field>
      ))}
      {error === null ? null : <ErrorNotice {...splitMessage(messageOf(error))} />}
      <div className="flex gap-2">
        <Button type="submit" look="primary" disabled={!isComplete || isSaving}>
          {isSaving ? t('Saving…') : t('Save')}
        </Button>
        <Button onClick={onCancel}>{t('Cancel')}</Button>
      </div>
    </form>
  );
}
