import { useState } from 'react';
import { chatOllama } from '../../../../shared/nodes/chatmodels/chat-ollama.ts';
import { t } from '../../../../shared/texts/t.ts';
import { useAnswerModel, useSaveAnswerModel } from '../../../api/answer-models.ts';
import { messageOf } from '../../../api/client.ts';
import type { NodePart } from '../../../api/node-tools.ts';
import { ConnectionTest } from '../../../forms/connection-test.tsx';
import { LocalModels } from '../../../forms/local-models.tsx';
import { nodesOfKind, PartForm } from '../../../forms/part-form.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { ErrorNotice, splitMessage } from '../../../ui/feedback/error-notice.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { SettingGroup } from '../setting-group.tsx';

const CHOICES = nodesOfKind('chatmodel');

/** The form of the chat model. @param saved null: there is none */
function ModelForm({ saved }: { readonly saved: NodePart | null }) {
  const [part, setPart] = useState<NodePart | undefined>(saved ?? undefined);
  const { mutate, error, isPending } = useSaveAnswerModel();
  const isSaved = JSON.stringify(part) === JSON.stringify(saved);
  return (
    <div className="flex max-w-160 flex-col gap-4">
      <p role="status">
        {saved === null
          ? t('No model is chosen: answers are sentences of the passages.')
          : t('A model is chosen: {model}.', { model: String(saved.config.modelName ?? saved.name) })}
      </p>
      <LocalModels onPick={setPart} />
      {part === undefined ? (
        <Button className="self-start" onClick={() => setPart({ name: chatOllama.name, config: {} })}>
          {t('Choose a model')}
        </Button>
      ) : (
        <>
          <PartForm
            label={t('Chat model')}
            choices={CHOICES}
            part={part}
            onChange={(change) =>
              setPart((now) => (typeof change === 'function' && now !== undefined ? change(now) : now))
            }
          />
          <ConnectionTest key={part.name} part={part} label={t('Test connection')} />
        </>
      )}
      {error === null ? null : <ErrorNotice {...splitMessage(messageOf(error))} />}
      <div className="flex gap-2">
        {part === undefined ? null : (
          <Button look="primary" disabled={isPending || isSaved} onClick={() => mutate(part)}>
            {t('Use this model')}
          </Button>
        )}
        {saved === null ? null : (
          <Button look="quiet-danger" disabled={isPending} onClick={() => mutate(undefined)}>
            {t('Answer without a model')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Which model answers questions to what has no chat model of its own. */
export function AnswersSection() {
  return (
    <SettingGroup
      title={t('Chat model')}
      help={t(
        'It writes the answers of document stores, and of flows that have no chat model. Each sentence is checked against the passages.',
      )}
    >
      <QueryState query={useAnswerModel()} loading={t('Reading the settings…')}>
        {({ chatModel }) => <ModelForm key={JSON.stringify(chatModel)} saved={chatModel} />}
      </QueryState>
    </SettingGroup>
  );
}
