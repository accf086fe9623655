import { KeySquare } from 'lucide-react';
import {
  type ApiKey,
  type ApiKeyCreate,
  ApiKeyCreateSchema,
  type ApiKeyUpdate,
  ApiKeyUpdateSchema,
  type NewApiKey,
} from '../../../../shared/api/apikeys.ts';
import { t } from '../../../../shared/texts/t.ts';
import { apiKeyCalls } from '../../../api/resources.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { rich } from '../../../ui/rich.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import type { Resource } from '../resource.ts';
import { DetailSection, UseLinks } from './use-list.tsx';

function LastUse({ lastUsedAt }: Pick<ApiKey, 'lastUsedAt'>) {
  if (lastUsedAt === null) return t('Never used');
  return rich('Used {when}', { when: <TimeAgo date={lastUsedAt} /> });
}

function Details({ row }: { readonly row: ApiKey }) {
  const uses = row.chatFlows.map((flow) => ({ ...flow, kind: 'chatflow' as const }));
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
        <dt className="text-muted">{t('Ends in')}</dt>
        <dd className="font-mono">{row.hint}</dd>
        <dt className="text-muted">{t('Last use')}</dt>
        <dd>{row.lastUsedAt === null ? t('Never') : <TimeAgo date={row.lastUsedAt} />}</dd>
      </dl>
      <DetailSection title={t('Flows that need this key')}>
        {uses.length === 0 ? (
          <p className="text-muted">
            {t(
              "None. Bind a flow to it under API in the flow's top bar: then only calls with this key may use the flow.",
            )}
          </p>
        ) : (
          <UseLinks uses={uses} />
        )}
      </DetailSection>
    </>
  );
}

function Created({ created, onDone }: { readonly created: NewApiKey; readonly onDone: () => void }) {
  return (
    <section aria-label={t('The new key')} className="flex flex-col items-start gap-3">
      <p>
        {rich('Copy the key of “{name}” now. <b>It is shown this once</b>: only its fingerprint is kept.', {
          name: created.keyName,
          b: (words) => <strong>{words}</strong>,
        })}
      </p>
      <code className="w-full rounded-control border border-border bg-sunken p-3 font-mono break-all select-all">
        {created.apiKey}
      </code>
      <div className="flex gap-2">
        <CopyButton text={created.apiKey} label={t('Copy the key')} />
        <Button look="primary" onClick={onDone}>
          {t('I have copied it')}
        </Button>
      </div>
    </section>
  );
}

function Loss({ row }: { readonly row: ApiKey }) {
  return row.chatFlows.length === 0
    ? t('Scripts that send this key are refused from then on where a key is needed. It cannot be brought back.')
    : t(
        '{count, plural, one {# flow} other {# flows}} can only be used with this key: bind them to another key first.',
        { count: row.chatFlows.length },
      );
}

/** Keys that give scripts access. */
export const apiKeyResource: Resource<ApiKey, ApiKeyCreate, ApiKeyUpdate, NewApiKey> = {
  tab: 'api-keys',
  title: t('API keys'),
  words: {
    new: t('New API key'),
    create: t('Create API key'),
    remove: t('Delete API key'),
    removed: (name) => t('The API key “{name}” is deleted.', { name }),
    choose: t('Choose a row to see and change the API key'),
    loading: t('Loading API keys…'),
    search: t('Search API keys'),
    showAll: t('Show all API keys'),
  },
  icon: <KeySquare aria-hidden="true" />,
  empty: {
    title: t('Your API keys will be here'),
    text: t(
      'A key lets a script in where one is needed: to a flow that is bound to it, or to a server that other machines reach. It is shown once, when it is made.',
    ),
  },
  calls: apiKeyCalls,
  schemas: { create: ApiKeyCreateSchema, update: ApiKeyUpdateSchema },
  nameOf: ({ keyName }) => keyName,
  noteOf: ({ hint, lastUsedAt, chatFlows }) => (
    <>
      <span className="font-mono">…{hint}</span> · <LastUse lastUsedAt={lastUsedAt} />
      {chatFlows.length === 0
        ? ''
        : ` · ${t('{count, plural, one {# bound flow} other {# bound flows}}', { count: chatFlows.length })}`}
    </>
  ),
  lineOf: ({ createdDate }) => rich('Created {when}', { when: <TimeAgo date={createdDate} /> }),
  textOf: ({ keyName, hint, chatFlows }) => `${keyName} ${hint} ${chatFlows.map(({ name }) => name).join(' ')}`,
  fieldsOf: () => [
    {
      name: 'keyName',
      label: t('Name'),
      kind: 'text',
      placeholder: t('Nightly import'),
      help: t('What uses the key, so that you can tell keys apart.'),
    },
  ],
  draftOf: (row) => ({ keyName: row?.keyName ?? '' }),
  read: ({ keyName }) => ({ keyName }),
  Details,
  Created,
  Loss,
};
