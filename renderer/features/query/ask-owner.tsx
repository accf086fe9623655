import { Library, MessageCircleReply, Workflow, X } from 'lucide-react';
import { useMemo } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { type Askable, useAskables } from '../../api/ask.ts';
import { hrefOf, type KnownRoute, navigate } from '../../stores/router.ts';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { openConversation } from './conversation/conversation.ts';
import { ConversationList } from './conversation/conversation-list.tsx';
import { askForAnswer, ConversationPane } from './conversation/conversation-pane.tsx';
import type { QueryTarget } from './query-target.ts';

type Owner = Pick<Askable, 'id' | 'kind'>;

/** Answers come with Enter, so it does not matter how the passages are searched. */
function targetOf({ id, kind }: Owner): QueryTarget {
  return { id, kind, searchesWords: true, waits: undefined };
}

function routeOf({ id, kind }: Owner): KnownRoute {
  return kind === 'flow' ? { page: 'editor', chatflowId: id } : { page: 'store', storeId: id };
}

interface AnswerButtonProps extends Owner {
  readonly question: string;
  /** When it is asked. */
  readonly onAsked: () => void;
}

/** Asks one of several flows and stores for an answer. */
export function AnswerButton({ question, onAsked, ...owner }: AnswerButtonProps) {
  return (
    <Button
      look="quiet"
      icon={<MessageCircleReply aria-hidden="true" />}
      onClick={() => {
        askForAnswer(targetOf(owner), question);
        onAsked();
      }}
    >
      {t('Answer')}
    </Button>
  );
}

interface OwnerPaneProps {
  readonly owner: Askable;
  readonly onClose: () => void;
}

function OwnerPane({ owner, onClose }: OwnerPaneProps) {
  const { id, kind, name } = owner;
  const target = useMemo(() => targetOf({ id, kind }), [id, kind]);
  const upsert = useMemo(
    () => ({ label: t('Open {name}', { name }), onClick: () => navigate(routeOf({ id, kind })) }),
    [id, kind, name],
  );
  return (
    <section aria-label={t('Conversation with {name}', { name })} className="flex min-h-full flex-col gap-3">
      <ConversationPane
        target={target}
        upsert={upsert}
        heading={
          <div className="flex min-w-0 flex-1 items-center gap-1">
            <IconButton label={t('Close the conversation')} icon={<X />} className="-ml-2" onClick={onClose} />
            <h2 className="flex min-w-0 items-center gap-2 font-semibold [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted">
              {kind === 'flow' ? <Workflow aria-hidden="true" /> : <Library aria-hidden="true" />}
              <a href={hrefOf(routeOf(owner))} className="truncate hover:text-accent">
                {name}
              </a>
            </h2>
          </div>
        }
      />
    </section>
  );
}

interface AskOwnerProps {
  readonly ownerId: string;
  readonly onClose: () => void;
}

/** The conversation with a flow or a document store, where others are shown beside it. */
export function AskOwner({ ownerId, onClose }: AskOwnerProps) {
  const askables = useAskables();
  const owner = askables?.find(({ id }) => id === ownerId);
  if (owner !== undefined) return <OwnerPane owner={owner} onClose={onClose} />;
  return askables === undefined ? null : (
    <div role="status" className="flex flex-col items-start gap-2">
      <p className="text-muted">{t('What you asked here has been deleted.')}</p>
      <Button onClick={onClose}>{t('Close the conversation')}</Button>
    </div>
  );
}

/** The conversations with all flows and document stores, to go on with one. @param onOpened gets the id of its flow or store */
export function AllConversations({ onOpened }: { readonly onOpened: (ownerId: string) => void }) {
  return (
    <ConversationList
      onOpen={({ ownerId, chatId }) => {
        void openConversation(ownerId, chatId);
        onOpened(ownerId);
      }}
    />
  );
}
