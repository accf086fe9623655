import { MessagesSquare, PencilLine, SearchX, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Conversation } from '../../../../shared/api/conversations.ts';
import { t } from '../../../../shared/texts/t.ts';
import { messageOf } from '../../../api/client.ts';
import { useConversationChanges, useConversations } from '../../../api/conversations.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Menu, MenuItem } from '../../../ui/controls/menu.tsx';
import { NameField } from '../../../ui/controls/name-field.tsx';
import { SearchField } from '../../../ui/controls/search-field.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { showErrorToast, showToast } from '../../../ui/feedback/toast.tsx';
import { moveInList } from '../../../ui/move-in-list.ts';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { useSettled } from '../../../ui/use-settled.ts';
import { forgetConversation } from './conversation.ts';

const showFailure = (error: unknown) => showErrorToast(messageOf(error));

/** Puts a conversation into the bin, with a way back for some seconds. */
function useBinConversation(): (conversation: Conversation) => void {
  const { putIntoBin, restore } = useConversationChanges();
  return (conversation) =>
    putIntoBin.mutate(conversation, {
      onError: showFailure,
      onSuccess: () => {
        forgetConversation(conversation);
        showToast(t('“{name}” is in the bin for 7 days.', { name: conversation.title }), {
          label: t('Undo'),
          onClick: () => restore.mutate(conversation, { onError: showFailure }),
        });
      },
    });
}

interface RowProps {
  readonly conversation: Conversation;
  readonly isCurrent: boolean;
  readonly showsOwner: boolean;
  readonly onOpen: () => void;
  readonly onBin: () => void;
}

function Row({ conversation, isCurrent, showsOwner, onOpen, onBin }: RowProps) {
  const { title, lastDate, messages, ownerName } = conversation;
  const { rename } = useConversationChanges();
  const [isRenaming, setIsRenaming] = useState(false);
  function finish(name: string | undefined): void {
    setIsRenaming(false);
    if (name !== undefined) rename.mutate({ ...conversation, title: name }, { onError: showFailure });
  }
  if (isRenaming) {
    return (
      <li className="px-2 py-1.5">
        <NameField name={title} onDone={finish} />
      </li>
    );
  }
  return (
    <li className="flex items-center gap-1 rounded-control hover:bg-hover has-[[data-open]:focus-visible]:bg-hover">
      <button
        type="button"
        data-open=""
        aria-current={isCurrent}
        className="flex min-w-0 flex-1 flex-col px-2 py-1.5 text-left aria-[current=true]:[&>:first-child]:text-accent"
        onClick={onOpen}
      >
        <span dir="auto" className="w-full truncate font-medium">
          {rename.isPending ? rename.variables.title : title}
        </span>
        <span className="w-full truncate text-secondary text-muted">
          {showsOwner ? `${ownerName} · ` : null}
          <TimeAgo date={lastDate} /> · {t('{count, plural, one {# message} other {# messages}}', { count: messages })}
        </span>
      </button>
      <Menu label={t('More for {name}', { name: title })}>
        <MenuItem icon={<PencilLine aria-hidden="true" />} label={t('Rename')} onSelect={() => setIsRenaming(true)} />
        <MenuItem icon={<Trash2 aria-hidden="true" />} label={t('Delete')} onSelect={onBin} isDanger />
      </Menu>
    </li>
  );
}

function Nothing({ search }: { readonly search: string }) {
  if (search.trim() !== '')
    return (
      <EmptyState icon={<SearchX aria-hidden="true" />} title={t('Nothing found')}>
        {t('No conversation has these words.')}
      </EmptyState>
    );
  return (
    <EmptyState icon={<MessagesSquare aria-hidden="true" />} title={t('No conversations yet')}>
      {t('Each question with its answer is stored here.')}
    </EmptyState>
  );
}

export interface ConversationListProps {
  /** Whose; undefined: all flows and document stores. */
  readonly ownerId?: string;
  readonly currentChatId?: string;
  /** The search has the focus as soon as it is there. */
  readonly autoFocus?: boolean;
  readonly onOpen: (conversation: Conversation) => void;
}

/** Conversations, the last used first: to search, open, name and delete. */
export function ConversationList({ ownerId, currentChatId, autoFocus = false, onOpen }: ConversationListProps) {
  const [typed, setTyped] = useState('');
  const search = useSettled(typed);
  const query = useConversations({ ownerId, search });
  const bin = useBinConversation();
  const shown = query.data?.pages.flat() ?? [];
  return (
    <div className="flex flex-col gap-2">
      <SearchField label={t('Search conversations')} autoFocus={autoFocus} value={typed} onChange={setTyped} />
      <QueryState query={query} loading={t('Loading the conversations…')}>
        {() =>
          shown.length === 0 ? (
            <Nothing search={search} />
          ) : (
            <ul
              aria-label={t('Conversations')}
              className="-mx-2 flex flex-col"
              onKeyDown={(event) => void moveInList(event.currentTarget, event, '[data-open]')}
            >
              {shown.map((conversation) => (
                <Row
                  key={`${conversation.ownerId} ${conversation.chatId}`}
                  conversation={conversation}
                  isCurrent={conversation.chatId === currentChatId}
                  showsOwner={ownerId === undefined}
                  onOpen={() => onOpen(conversation)}
                  onBin={() => bin(conversation)}
                />
              ))}
            </ul>
          )
        }
      </QueryState>
      {query.hasNextPage ? (
        <Button
          look="quiet"
          className="self-start"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('Show more')}
        </Button>
      ) : null}
    </div>
  );
}
