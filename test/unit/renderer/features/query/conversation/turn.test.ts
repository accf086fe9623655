import { describe, expect, test } from 'vitest';
import {
  findQuestionId,
  newTurn,
  shownTurns,
  type Turn,
  turnsOf,
  withEvent,
} from '../../../../../../renderer/features/query/conversation/turn.ts';
import type { ChatMessage } from '../../../../../../shared/api/chat-messages.ts';

let made = 0;

function messageOf(role: ChatMessage['role'], content: string, more: Partial<ChatMessage> = {}): ChatMessage {
  made += 1;
  return {
    id: `message-${made}`,
    role,
    chatflowid: 'owner',
    content,
    chatType: 'INTERNAL',
    chatId: 'chat',
    sessionId: 'chat',
    leadEmail: null,
    createdDate: '2026-01-01T10:00:00.000Z',
    outcome: role === 'apiMessage' ? 'answered' : null,
    error: null,
    sourceDocuments: null,
    passages: role === 'apiMessage' ? [] : null,
    citations: role === 'apiMessage' ? [] : null,
    details: null,
    fileUploads: null,
    feedback: null,
    ...more,
  };
}

const ask = (question: string) => messageOf('userMessage', question);

describe('a stored conversation', () => {
  test('is its questions with their answers, how each ended, and what was thought of it', () => {
    const feedback = {
      ...{ id: 'feedback-1', chatflowid: 'owner', chatId: 'chat', messageId: 'x', rating: 'THUMBS_UP' as const },
      ...{ content: null, createdDate: '2026-01-01T10:00:00.000Z' },
    };
    const messages = [
      ask('One?'),
      messageOf('apiMessage', 'First. [1]', { feedback }),
      ask('Two?'),
      messageOf('apiMessage', 'Sec', { outcome: 'stopped' }),
      ask('Three?'),
      messageOf('apiMessage', '', { outcome: 'failed', error: 'It broke: mend it.' }),
      ask('Four?'),
    ];
    const turns = turnsOf(messages);
    expect(turns.map(({ question, text, state }) => [question, text, state.step])).toEqual([
      ['One?', 'First. [1]', 'answered'],
      ['Two?', 'Sec', 'stopped'],
      ['Three?', '', 'failed'],
      ['Four?', '', 'stopped'],
    ]);
    expect(turns[0]).toMatchObject({
      questionId: messages[0]?.id,
      answerId: messages[1]?.id,
      feedback: { id: 'feedback-1' },
    });
    expect(turns[2]?.state).toEqual({ step: 'failed', message: 'It broke: mend it.' });
    expect(turns[3]?.answerId).toBeUndefined();
  });

  test('whose first question was replaced begins with what is left', () => {
    expect(turnsOf([messageOf('apiMessage', 'Lost.'), ask('One?')]).map(({ question }) => question)).toEqual(['One?']);
  });
});

describe('the stored question of a turn', () => {
  const turn = (key: string, question: string, questionId?: string): Turn => {
    return { ...newTurn(key, question, {}), questionId };
  };

  test('is found by its words, among those that no other turn has', () => {
    const stored = [ask('One?'), ask('Two?'), ask('One?')];
    const [first, second, third] = stored.map(({ id }) => id);
    const turns = [turn('a', 'One?', first), turn('b', 'Two?'), turn('c', 'One?')];
    expect(turns.map((one) => findQuestionId(turns, one, stored))).toEqual([undefined, second, third]);
  });

  test('asked twice in the same words is the earlier one for the earlier turn', () => {
    const stored = [ask('One?'), ask('One?')];
    const turns = [turn('a', 'One?'), turn('b', 'One?')];
    expect(turns.map((one) => findQuestionId(turns, one, stored))).toEqual(stored.map(({ id }) => id));
  });

  test('is none for one that was never stored', () => {
    const turns = [turn('a', 'One?')];
    expect(findQuestionId(turns, turns[0] ?? turn('a', ''), [ask('Two?')])).toBeUndefined();
  });
});

test('a turn grows by the events of its answer, and knows the id by which it is rated', () => {
  const metadata = { chatId: 'chat', chatMessageId: 'id-1', question: 'One?', sessionId: 'chat', details: { ms: 5 } };
  const turn = [
    { event: 'token', data: 'It ' } as const,
    { event: 'token', data: 'opens.' } as const,
    { event: 'metadata', data: metadata } as const,
  ].reduce(withEvent, newTurn('a', 'One?', {}));
  expect(turn).toMatchObject({ text: 'It opens.', answerId: 'id-1', state: { step: 'answered' } });
  const details = { ms: 5, model: 'm', isRefused: true } as const;
  const refused = withEvent(
    { ...turn, text: 'Made up.\n\nNot there.' },
    { event: 'metadata', data: { ...metadata, details } },
  );
  expect(refused).toMatchObject({ text: 'Not there.', details });
  const failed = withEvent(turn, { event: 'error', data: 'It broke.', code: 'MODEL_BUSY', nodeId: 'chat_0' });
  expect(failed.state).toEqual({ step: 'failed', message: 'It broke.', code: 'MODEL_BUSY', nodeId: 'chat_0' });
});

describe('a turn in the place of others', () => {
  const old = [
    { ...newTurn('a', 'One?', {}), text: 'It opens.', state: { step: 'answered' } },
    { ...newTurn('b', 'Two?', {}), state: { step: 'stopped' } },
  ] as const;
  const ended = (text: string, step: Turn['state']['step'], replaced: readonly Turn[] = old) => {
    const state = step === 'failed' ? ({ step, message: 'It broke.' } as const) : { step };
    return shownTurns({ ...newTurn('c', 'Instead?', {}), text, state, replaced }).map(({ key }) => key);
  };

  test('hides them while it is answered, and for good once it has an answer', () => {
    expect(ended('', 'answering')).toEqual(['c']);
    expect(ended('It shuts.', 'answered')).toEqual(['c']);
    expect(ended('It', 'stopped')).toEqual(['c']);
  });

  test('stands behind them where it has none, unless they have none either', () => {
    for (const [text, step] of [
      ['', 'failed'],
      ['It', 'failed'],
      ['', 'stopped'],
    ] as const)
      expect(ended(text, step)).toEqual(['a', 'b', 'c']);
    expect(ended('', 'failed', [old[1]])).toEqual(['c']);
  });
});
