import type { ChatMessage } from '../../../../shared/api/chat-messages.ts';
import type { AnswerCitation, AnswerDetails, AnswerEvent, FoundPassage } from '../../../../shared/api/predictions.ts';
import { t } from '../../../../shared/texts/t.ts';
import type { AnswerFeedback } from '../../../api/conversations.ts';
import type { MetadataFilter } from '../../../ui/controls/filter-menu.tsx';
import type { Failure } from '../failure.ts';

/** A question and what there is of its answer. */
export interface Turn {
  /** Not that of a message: it stays while the question has no stored one. */
  readonly key: string;
  readonly question: string;
  /** What the passages had to be of; undefined where it is not known any more. */
  readonly filter?: MetadataFilter;
  /** Of the stored question, once it is known. */
  readonly questionId?: string | undefined;
  /** Of the stored answer, once it is known. */
  readonly answerId?: string | undefined;
  readonly feedback?: AnswerFeedback | undefined;
  readonly passages: readonly FoundPassage[];
  /** Whether passages were searched for just now: not every chain does that. */
  readonly hasSearched: boolean;
  readonly text: string;
  readonly citations: readonly AnswerCitation[];
  /** How the answer was made, once it is there. */
  readonly details?: AnswerDetails | undefined;
  /** Not shown while this one is answered in their place: they go only when it has an answer. */
  readonly replaced?: readonly Turn[];
  readonly state: { readonly step: 'answering' | 'answered' | 'stopped' } | ({ readonly step: 'failed' } & Failure);
}

/** A question that was asked just now. @param key is no other turn's */
export function newTurn(key: string, question: string, filter: MetadataFilter): Turn {
  return {
    key,
    question,
    filter,
    state: { step: 'answering' },
    passages: [],
    hasSearched: false,
    text: '',
    citations: [],
  };
}

/** A turn with what an event says of it. */
export function withEvent(turn: Turn, event: AnswerEvent): Turn {
  switch (event.event) {
    case 'passages':
      return { ...turn, passages: event.data, hasSearched: true };
    case 'token':
      return { ...turn, text: turn.text + event.data };
    case 'citations':
      return { ...turn, citations: event.data };
    case 'error': {
      const { data: message, code, nodeId, details } = event;
      return { ...turn, state: { step: 'failed', message, code, nodeId, details } };
    }
    case 'abort':
      return { ...turn, state: { step: 'stopped' } };
    case 'metadata': {
      const { chatMessageId: answerId, details } = event.data;
      // What a model had made up came before the refusal, which stands in its place.
      const text = details.isRefused === true ? (turn.text.split('\n\n').at(-1) ?? '') : turn.text;
      return { ...turn, answerId, details, text, state: { step: 'answered' } };
    }
    default:
      return turn;
  }
}

/** The turns to show for one: itself, behind those that it has not replaced because there is no answer, unless they have none either. */
export function shownTurns(turn: Turn): readonly Turn[] {
  const { replaced = [], ...own } = turn;
  const { step } = own.state;
  if (step === 'answering') return [turn];
  const isReplacing = step === 'answered' || (step === 'stopped' && own.text !== '');
  return isReplacing || replaced.every(({ text }) => text === '') ? [own] : [...replaced, own];
}

function stateOf({ outcome, error }: ChatMessage): Turn['state'] {
  if (outcome !== 'failed') return { step: outcome ?? 'stopped' };
  return { step: 'failed', message: error ?? t('The question could not be answered.') };
}

/** The turns of a stored conversation, whose messages are oldest first. A question without an answer was cut off. */
export function turnsOf(messages: readonly ChatMessage[]): readonly Turn[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    const { id, role, content } = message;
    const asked = turns.at(-1);
    if (role === 'userMessage') {
      const { filter: _, ...turn } = newTurn(id, content, {});
      turns.push({ ...turn, questionId: id, state: { step: 'stopped' } });
    } else if (asked?.answerId === undefined && asked !== undefined) {
      turns[turns.length - 1] = {
        ...asked,
        answerId: id,
        feedback: message.feedback ?? undefined,
        passages: message.passages ?? [],
        text: content,
        citations: message.citations ?? [],
        details: message.details ?? undefined,
        state: stateOf(message),
      };
    }
  }
  return turns;
}

/**
 * The id of the stored question of a turn that does not know it yet; undefined where it was never stored. Of the same question asked several times, the
 * last that is stored is the last that was asked.
 */
export function findQuestionId(
  turns: readonly Turn[],
  turn: Turn,
  messages: readonly ChatMessage[],
): string | undefined {
  const known = new Set(turns.map(({ questionId }) => questionId));
  const isSame = ({ question, questionId }: Turn) => questionId === undefined && question === turn.question;
  const behind = turns.slice(turns.indexOf(turn) + 1).filter(isSame).length;
  const stored = messages.filter(
    ({ id, role, content }) => role === 'userMessage' && content === turn.question && !known.has(id),
  );
  return stored.at(-1 - behind)?.id;
}
