import { CloudUpload, MonitorCheck } from 'lucide-react';
import type { AnswerRules } from '../../../shared/api/answer-models.ts';
import { formatCount } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { useAgree, useAnswerRules, useChangeAnswerRules, useTokenUse } from '../../api/answer-models.ts';
import { messageOf } from '../../api/client.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { showErrorToast } from '../../ui/feedback/toast.tsx';

const showFailure = (error: unknown): void => showErrorToast(messageOf(error));

/** The hosts to which questions go, each once. */
function hostsOf(models: AnswerRules['models'], isAllowed: boolean): string[] {
  return [...new Set(models.flatMap((model) => (model.isAllowed === isAllowed ? (model.host ?? []) : [])))];
}

function Tokens({ ownerId }: { readonly ownerId: string }) {
  const { data } = useTokenUse(ownerId);
  if (data === undefined) return null;
  const used = data.today.inputTokens + data.today.outputTokens;
  if (used === 0 && data.limit === null) return null;
  return (
    <p className="tabular text-secondary text-muted">
      {data.limit === null
        ? t('{count} tokens today', { count: formatCount(used) })
        : t('{count} of {limit} tokens today', { count: formatCount(used), limit: formatCount(data.limit) })}
    </p>
  );
}

/** Where a question goes, and once for each host whether it may. Nothing where no model answers. */
export function WhereItGoes({ ownerId }: { readonly ownerId: string }) {
  const { data } = useAnswerRules(ownerId);
  const { mutate } = useChangeAnswerRules(ownerId);
  const agreement = useAgree();
  if (data === undefined || data.models.length === 0) return null;
  const { models, localModelsOnly, ownerIds } = data;
  const asked = localModelsOnly ? [] : hostsOf(models, false);
  const hosts = [...hostsOf(models, true), ...hostsOf(models, false)];
  const named = hosts.length === 0 ? models : models.filter(({ host }) => host !== null);
  const names = [...new Set(named.map(({ model }) => model))].join(', ');
  const change = (body: Parameters<typeof mutate>[0]) => mutate(body, { onError: showFailure });
  return (
    <section aria-label={t('Where it goes')} className="flex flex-col items-start gap-2">
      <p className="flex items-start gap-2">
        {hosts.length === 0 ? (
          <MonitorCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success" />
        ) : (
          <CloudUpload aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
        )}
        {hosts.length === 0
          ? t('{models} answers on this machine.', { models: names })
          : localModelsOnly
            ? t('{models} is not asked: it is not on this machine, but at {hosts}.', {
                models: names,
                hosts: hosts.join(', '),
              })
            : t('The question and the passages found for it go to {models} at {hosts}.', {
                models: names,
                hosts: hosts.join(', '),
              })}
      </p>
      {asked.length === 0 ? null : (
        <Button
          disabled={agreement.isPending}
          onClick={() => agreement.mutate({ hosts: asked, ownerIds }, { onError: showFailure })}
        >
          {t('Agree that they go to {hosts}', { hosts: asked.join(', ') })}
        </Button>
      )}
      {hosts.length === 0 && !localModelsOnly ? null : (
        <Checkbox
          label={t('Ask only models on this machine')}
          checked={localModelsOnly}
          onChange={(isOn) => change({ localModelsOnly: isOn })}
        />
      )}
      <Tokens ownerId={ownerId} />
    </section>
  );
}
