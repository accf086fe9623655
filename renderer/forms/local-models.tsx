import { useMutation } from '@tanstack/react-query';
import { MonitorCheck } from 'lucide-react';
import type { LocalProgram } from '../../shared/api/answer-models.ts';
import { workingName } from '../../shared/nodes/aliases.ts';
import { findNodeDefinition } from '../../shared/nodes/registry.ts';
import { t } from '../../shared/texts/t.ts';
import { findLocalModels } from '../api/answer-models.ts';
import { messageOf } from '../api/client.ts';
import type { NodePart } from '../api/node-tools.ts';
import { Button } from '../ui/controls/button.tsx';
import { ErrorNotice, splitMessage } from '../ui/feedback/error-notice.tsx';
import { useAbortOnLeave } from './use-abort-on-leave.ts';

/** A program without a model that is said can be chosen, too: the model is then typed. */
function choicesOf({ program, models, chatModel, modelParam, wantsKey }: LocalProgram) {
  const named = models.map((model) => ({
    label: t('{model} in {program}', { model, program }),
    part: { ...chatModel, config: { ...chatModel.config, [modelParam]: model } },
  }));
  if (named.length > 0) return named;
  const label = wantsKey ? t('{program} (wants its key)', { program }) : t('{program} (no model yet)', { program });
  return [{ label, part: chatModel }];
}

const nodeOf = (name: string): string => {
  const definition = findNodeDefinition(name);
  return definition === undefined ? name : workingName(definition);
};

interface LocalModelsProps {
  /** Only what this node can ask; undefined: anything. */
  readonly node?: string;
  readonly onPick: (part: NodePart) => void;
}

/** Looks for chat models on this machine when it is asked to, and offers what it finds. */
export function LocalModels({ node, onPick }: LocalModelsProps) {
  const newSignal = useAbortOnLeave();
  const { mutate, data, error, isPending } = useMutation({ mutationFn: () => findLocalModels(newSignal()) });
  const programs = data?.programs.filter(
    ({ chatModel }) => node === undefined || nodeOf(chatModel.name) === nodeOf(node),
  );
  return (
    <section aria-label={t('On this machine')} className="flex flex-col items-start gap-2">
      <Button icon={<MonitorCheck />} disabled={isPending} onClick={() => mutate()}>
        {isPending ? t('Looking…') : t('Look for models on this machine')}
      </Button>
      <div role="status" className="w-full">
        {programs?.length === 0 ? (
          <p className="text-muted">
            {t('No program with chat models answers on this machine: start Ollama or LM Studio, say, and look again.')}
          </p>
        ) : null}
        {programs === undefined || programs.length === 0 ? null : (
          <ul aria-label={t('Models on this machine')} className="flex flex-wrap gap-2">
            {programs.flatMap(choicesOf).map(({ label, part }) => (
              <li key={label}>
                <Button onClick={() => onPick(part)}>{label}</Button>
              </li>
            ))}
          </ul>
        )}
      </div>
      {error === null ? null : <ErrorNotice {...splitMessage(messageOf(error))} />}
    </section>
  );
}
