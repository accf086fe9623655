import { KeyRound, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { unlistedHost } from '../../shared/flow/credential-problems.ts';
import { requiredSecrets } from '../../shared/flow/credential-reference.ts';
import type { NodeCredential, NodeDefinition } from '../../shared/nodes/define-node.ts';
import { t } from '../../shared/texts/t.ts';
import { messageOf } from '../api/client.ts';
import { useCredentials } from '../api/credentials.ts';
import { Button } from '../ui/controls/button.tsx';
import { Field } from '../ui/controls/field.tsx';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { Select } from '../ui/controls/select.tsx';
import { CredentialForm } from './credential-form.tsx';
import { CredentialHosts } from './credential-hosts.tsx';

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
