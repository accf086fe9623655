import { KeyRound } from 'lucide-react';
import {
  type Credential,
  type CredentialCreate,
  CredentialCreateSchema,
  type CredentialUpdate,
  CredentialUpdateSchema,
} from '../../../../shared/api/credentials.ts';
import { listCredentialKinds } from '../../../../shared/nodes/credential-kinds.ts';
import { shownInfo } from '../../../../shared/nodes/shown-param.ts';
import { t } from '../../../../shared/texts/t.ts';
import { credentialCalls, useCredentialUses } from '../../../api/resources.ts';
import { rich } from '../../../ui/rich.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import type { Draft, Problems, Resource, ResourceField } from '../resource.ts';
import { CredentialHosts } from './credential-hosts.tsx';
import { UseLinks, UseList } from './use-list.tsx';

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
