import { KeyRound, Pencil, Plus, ShieldAlert } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Credential } from '../../shared/api/credentials.ts';
import { unlistedHost } from '../../shared/flow/credential-problems.ts';
import { requiredSecrets, secretNames } from '../../shared/flow/credential-reference.ts';
import type { NodeCredential, NodeDefinition } from '../../shared/nodes/define-node.ts';
import { secretHosts } from '../../shared/nodes/secret-hosts.ts';
import { shownParam } from '../../shared/nodes/shown-param.ts';
import { t } from '../../shared/texts/t.ts';
import { messageOf } from '../api/client.ts';
import { useAllowHost, useCreateCredential, useCredentials, useUpdateCredential } from '../api/credentials.ts';
import { Button } from '../ui/controls/button.tsx';
import { Field } from '../ui/controls/field.tsx';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { TextInput } from '../ui/controls/inputs.tsx';
import { Select } from '../ui/controls/select.tsx';
import { ErrorNotice, splitMessage } from '../ui/feedback/error-notice.tsx';
import { rich } from '../ui/rich.tsx';

interface CredentialFormProps {
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
function CredentialForm({ definition, inputs, credential, existing, icon, onDone, onCancel }: CredentialFormProps) {
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

/** Asks before a credential goes to a host that it has not gone to. Without a yes the server does not send it there. */
function CredentialHosts({
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

/** What stands for "no credential" in the list: no id is like it. */
const NONE = 'none';

type FormState = 'closed' | 'new' | 'change';

/** Chooses the stored credential that a node takes its secrets from, or makes one. Only its id is held. */
export function CredentialField({
  definition,
  inputs,
  chosen,
  credential,
  onChoose,
}: {
  readonly definition: NodeDefinition;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Its id; "" for none. */
  readonly chosen: string;
  readonly credential: NodeCredential;
  readonly onChoose: (id: string) => void;
}) {
  const { data, error } = useCredentials();
  const [form, setForm] = useState<FormState>('closed');
  const fitting = (data ?? []).filter(({ kind }) => kind === credential.kind);
  const found = data?.find(({ id }) => id === chosen);
  const host = found === undefined ? undefined : unlistedHost(definition, inputs, found);
  const isRequired = requiredSecrets(definition, inputs).length > 0;
  const isGone = chosen !== '' && data !== undefined && found === undefined;
  const options = [
    { value: NONE, label: isRequired ? t('Choose one') : t('None') },
    ...fitting.map(({ id, name }) => ({ value: id, label: name })),
    ...(isGone ? [{ value: chosen, label: t('One that was deleted') }] : []),
  ];
  const choose = (id: string) => {
    setForm('closed');
    onChoose(id);
  };
  const problem = isGone ? t('It was deleted. Choose another.') : undefined;
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={t(credential.label)}
        help={t('Kept encrypted on this machine, and only referred to.')}
        problem={error === null ? problem : messageOf(error)}
        isMissing={isRequired && chosen === ''}
      >
        {(control) => (
          <div className="flex items-center gap-1">
            <Select
              {...control}
              className="min-w-0 flex-1"
              value={chosen === '' ? NONE : chosen}
              options={options}
              onValueChange={(id) => choose(id === NONE ? '' : id)}
            />
            {found === undefined ? null : (
              <IconButton
                label={t('Change {name}', { name: found.name })}
                icon={<Pencil />}
                onClick={() => setForm('change')}
              />
            )}
            <Button className="ml-1" icon={<Plus />} onClick={() => setForm('new')}>
              {t('New')}
            </Button>
          </div>
        )}
      </Field>
      {found === undefined || host === undefined || form !== 'closed' ? null : (
        <CredentialHosts credential={found} host={host} />
      )}
      {form === 'closed' ? null : (
        <CredentialForm
          key={form}
          definition={definition}
          inputs={inputs}
          credential={credential}
          existing={form === 'change' ? found : undefined}
          icon={<KeyRound aria-hidden="true" className="size-4 text-muted" />}
          onDone={choose}
          onCancel={() => setForm('closed')}
        />
      )}
    </div>
  );
}
