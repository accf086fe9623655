import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { moveInList } from '../move-in-list.ts';
import { copyPassage } from './copy-passage.ts';
import { type AnsweredQuestion, type FoundPassage, PassageCard } from './passage-card.tsx';

/** About ten lines of a panel at its usual width. */
const FOLDED_CHARACTERS = 420;

/** Puts the focus on the first passage of a list; false if there is none. */
export function focusFirstPassage(listId: string): boolean {
  const first = document.getElementById(listId)?.querySelector('article');
  first?.focus();
  return first != null;
}

export interface PassageListProps<Passage extends FoundPassage> {
  readonly id?: string;
  readonly label: string;
  /** Best first. */
  readonly passages: readonly Passage[];
  readonly question: AnsweredQuestion;
  readonly foldedAt?: number;
  /** Opens a passage where it is stored. */
  readonly onOpen?: ((passage: Passage) => void) | undefined;
  /** When the person made use of a passage: opened or copied it. */
  readonly onUse?: () => void;
  /** Escape, or up from the first: back to the question. */
  readonly onLeave?: () => void;
  readonly actionsOf?: (passage: Passage) => ReactNode;
  readonly badgeOf?: (passage: Passage) => string | undefined;
  /** Bars show how relevant passages are, instead of how good their scores are beside the best one: where they are of several answers. */
  readonly showsRelevance?: boolean;
}

/** Whether the keys mean a copy of the passage, and not of a text that is selected in it. */
function isCopy({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (key.toLowerCase() !== 'c' || altKey) return false;
  return !(ctrlKey || metaKey) || (window.getSelection()?.isCollapsed ?? true);
}

/** The passages of an answer. Arrows go from one to the next, Enter opens one, C copies it, Escape goes back to the question. */
export function PassageList<Passage extends FoundPassage>(props: PassageListProps<Passage>) {
  const {
    id,
    label,
    passages,
    question,
    foldedAt = FOLDED_CHARACTERS,
    onOpen,
    onUse,
    onLeave,
    actionsOf,
    badgeOf,
    showsRelevance = false,
  } = props;
  const [copied, setCopied] = useState<string>();
  const best = showsRelevance ? undefined : Math.max(...passages.map(({ score = 0 }) => score));
  const open =
    onOpen &&
    ((passage: Passage) => {
      onUse?.();
      onOpen(passage);
    });
  async function copy(passage: Passage): Promise<void> {
    onUse?.();
    if (await copyPassage(passage)) setCopied(passage.id);
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>, passage: Passage): void {
    const isOnCard = event.target instanceof Element && event.target.tagName === 'ARTICLE';
    if (event.key === 'Escape' && onLeave !== undefined) onLeave();
    else if (isCopy(event)) void copy(passage);
    else if (event.key === 'Enter' && isOnCard && open !== undefined) open(passage);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <>
      <ol
        id={id}
        aria-label={label}
        className="flex flex-col gap-2"
        onKeyDown={(event) => {
          if (moveInList(event.currentTarget, event, 'article') === 'before') onLeave?.();
        }}
      >
        {passages.map((passage) => (
          <li key={passage.id} onKeyDown={(event) => onKeyDown(event, passage)}>
            <PassageCard
              passage={passage}
              question={question}
              best={best}
              foldedAt={foldedAt}
              isCopied={copied === passage.id}
              onCopy={() => void copy(passage)}
              onOpen={open && (() => open(passage))}
              actions={actionsOf?.(passage)}
              badge={badgeOf?.(passage)}
            />
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {passages.some((passage) => passage.id === copied) ? t('Copied with its source.') : ''}
      </p>
    </>
  );
}
