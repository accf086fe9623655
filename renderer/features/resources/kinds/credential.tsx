import { Globe, KeyRound, Plus, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import {
  type Credential,
  type CredentialCreate,
  CredentialCreateSchema,
  CredentialHostSchema,
  type CredentialUpdate,
  CredentialUpdateSchema,
} from '../../../../shared/api/credentials.ts';
import { listCredentialKinds } from '../../../../shared/nodes/credential-kinds.ts';
import { shownInfo } from '../../../../shared/nodes/shown-param.ts';
import { t } from '../../../../shared/texts/t.ts';
import { messageOf } from '../../../api/client.ts';
import { useAllowHost, useDisallowHost } from '../../../api/credentials.ts';
import { credentialCalls, useCredentialUses } from '../../../api/resources.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { TextInput } from '../../../ui/controls/inputs.tsx';
import { ErrorNotice, splitMessage } from '../../../ui/feedback/error-notice.tsx';
import { rich } from '../../../ui/rich.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { type Draft, type Problems, problemsOf, type Resource, type ResourceField } from '../resource.ts';
import { DetailSection, UseLinks, UseList } from './use-list.tsx';

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
function CredentialHosts({ credential }: { readonly credential: Credential }) {
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

/** Fields of secrets have this before their name, so that none is like another field. */
const SECRET = 'fields.';

/** What people call a kind of credential; its own name for one that no node takes. */
function labelOf(kind: string): string {
  const label = listCredentialKinds().find((one) => one.kind === kind)?.label;
  return label === undefined ? kind : t(label);
}

function secretFields(kind: string, isStored: boolean): ResourceField[] {
  const secrets = listCredentialKinds().find((one) => one.kind === kind)?.secrets ?? [];
  return secrets.map(({ name, info }) => {
    const { isName, required, title, help, placeholder = '' } = shownInfo(info);
    return {
      name: `${SECRET}${name}`,
      label: required ? title : t('{title} (optional)', { title }),
      kind: isName === true ? 'text' : 'secret',
      ...(help === undefined ? {} : { help }),
      placeholder: isStored ? t('Unchanged') : placeholder,
    };
  });
}

function typedSecrets(draft: Draft): Record<string, string> {
  const typed = Object.entries(draft).filter(([name, value]) => name.startsWith(SECRET) && value !== '');
  return Object.fromEntries(typed.map(([name, value]) => [name.slice(SECRET.length), value]));
}

function kindField(): ResourceField {
  const options = listCredentialKinds().map(({ kind, label }) => ({ value: kind, label: t(label) }));
  return { name: 'kind', label: t('What it opens'), kind: 'choice', options };
}

/** A new credential needs a secret; one that is changed needs all of them anew, or none. */
function check(draft: Draft): Problems {
  const secrets = listCredentialKinds().find(({ kind }) => kind === draft.kind)?.secrets ?? [];
  const typed = typedSecrets(draft);
  const isEntered = Object.keys(typed).length > 0;
  if (draft.stored === 'yes' && !isEntered) return {};
  const missing = secrets.filter(({ name, info }) => info.required && typed[name] === undefined);
  const first = secrets[0];
  const lacking = missing.length === 0 && !isEntered && first !== undefined ? [first] : missing;
  return Object.fromEntries(lacking.map(({ name }) => [`${SECRET}${name}`, t('Must not be empty.')]));
}

function read(draft: Draft, row: Credential | undefined): unknown {
  const fields = typedSecrets(draft);
  if (row === undefined) return { name: draft.name, kind: draft.kind, fields };
  return { name: draft.name, ...(Object.keys(fields).length === 0 ? {} : { fields }) };
}

function Details({ row }: { readonly row: Credential }) {
  const uses = useCredentialUses(row.id);
  return (
    <>
      <CredentialHosts credential={row} />
      <UseList query={uses} unused={t('Nothing uses it. Choose it in the settings of a node.')} />
    </>
  );
}

function Loss({ row }: { readonly row: Credential }) {
  const { data = [] } = useCredentialUses(row.id);
  if (data.length === 0) return t('Nothing uses it. Its secrets cannot be brought back.');
  return (
    <>
      <span className="mb-2 block">
        {t(
          '{count, plural, one {# place} other {# places}} can not run until another credential is chosen there. Its secrets cannot be brought back.',
          { count: data.length },
        )}
      </span>
      <UseLinks uses={data} />
    </>
  );
}

/** Secrets for remote services: encrypted, never shown again. */
export const credentialResource: Resource<Credential, CredentialCreate, CredentialUpdate> = {
  tab: 'credentials',
  title: t('Credentials'),
  words: {
    new: t('New credential'),
    create: t('Create credential'),
    remove: t('Delete credential'),
    removed: (name) => t('The credential “{name}” is deleted.', { name }),
    choose: t('Choose a row to see and change the credential'),
    loading: t('Loading credentials…'),
    search: t('Search credentials'),
    showAll: t('Show all credentials'),
  },
  icon: <KeyRound aria-hidden="true" />,
  empty: {
    title: t('Your credentials will be here'),
    text: t(
      'A credential keeps the secrets of a service, an API key say, encrypted on this machine. Nodes name it, and what is stored is never shown again.',
    ),
  },
  calls: credentialCalls,
  schemas: { create: CredentialCreateSchema, update: CredentialUpdateSchema },
  nameOf: ({ name }) => name,
  noteOf: ({ kind, fieldNames }) =>
    `${labelOf(kind)} · ${t('{count, plural, one {# field} other {# fields}}', { count: fieldNames.length })}`,
  lineOf: ({ kind, updatedDate }) => (
    <>
      {labelOf(kind)} · {rich('Changed {when}', { when: <TimeAgo date={updatedDate} /> })}
    </>
  ),
  textOf: ({ name, kind, hosts }) => `${name} ${kind} ${labelOf(kind)} ${hosts.join(' ')}`,
  fieldsOf: ({ kind = '' }, row) => [
    ...(row === undefined ? [kindField()] : []),
    { name: 'name', label: t('Name'), kind: 'text', placeholder: t('{kind} of the team', { kind: labelOf(kind) }) },
    ...secretFields(kind, row !== undefined),
  ],
  draftOf: (row) => ({
    kind: row?.kind ?? 'openAIApi',
    name: row?.name ?? '',
    stored: row === undefined ? '' : 'yes',
  }),
  read,
  check,
  Details,
  Loss,
};
