import { t } from '../../../shared/texts/t.ts';
import { useUpdateChatflow } from '../../api/chatflows.ts';
import { messageOf } from '../../api/client.ts';
import { apiKeyCalls, useResource } from '../../api/resources.ts';
import { hrefOf } from '../../stores/router.ts';
import { Field } from '../../ui/controls/field.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';

/** Binds a flow to a key: then only calls with it may use the flow. */
export function FlowKey({ chatflowId, apikeyid }: { readonly chatflowId: string; readonly apikeyid: string | null }) {
  const { data: keys = [] } = useResource(apiKeyCalls);
  const update = useUpdateChatflow();
  const bound = apikeyid ?? '';
  const options = [
    { value: '', label: t('Every program that reaches this server') },
    ...keys.map(({ id, keyName, hint }) => ({
      value: id,
      label: t('Only with the key {keyName} (…{hint})', { keyName, hint }),
    })),
  ];
  const known = options.some(({ value }) => value === bound);
  return (
    <section aria-label={t('Access')} className="flex flex-col gap-2">
      <Field label={t('Who may call this flow')}>
        {(control) => (
          <Select
            {...control}
            value={bound}
            options={known ? options : [...options, { value: bound, label: t('Only with a key that is not here') }]}
            disabled={update.isPending}
            onValueChange={(id) => update.mutate({ id: chatflowId, fields: { apikeyid: id === '' ? null : id } })}
          />
        )}
      </Field>
      {update.error === null ? null : <ErrorNotice {...splitMessage(messageOf(update.error))} />}
      <a
        href={hrefOf({ page: 'resources', tab: 'api-keys' })}
        className="self-start text-secondary text-muted underline hover:text-ink"
      >
        {t('Make and manage API keys')}
      </a>
    </section>
  );
}
