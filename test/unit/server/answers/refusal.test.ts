import { describe, expect, test } from 'vitest';
import { extractAnswer } from '../../../../electron/server/answers/extract-answer.ts';
import { noAnswerText } from '../../../../electron/server/answers/refusal.ts';

describe('"not in your documents"', () => {
  const english = noAnswerText('Who is it?');

  test.each([
    ['Wer hat den Vertrag unterschrieben?', 'Dokumenten'],
    ['Wann kommt Peter?', 'Dokumenten'],
    ['Qui a signé le contrat ?', 'documents.'],
    ['Combien coûte un billet ?', 'documents.'],
    ['Peut-on prendre des photos ?', 'vos documents.'],
    ['Darf man hier parken?', 'Dokumenten'],
    ['Hay piscina?', 'documentos'],
    ['¿Quién firmó el contrato?', 'documentos'],
    ['cuánto cuesta el contrato', 'documentos'],
    ['谁签了合同？', '文档'],
    ['契約は誰が署名しましたか？', '文書'],
    ['من وقع العقد؟', 'مستنداتك'],
  ])('is said in the language of the question: %s', (question, word) => {
    const text = noAnswerText(question);
    expect(text).toContain(word);
    expect(text).not.toBe(english);
  });

  test.each([
    'Who signed the contract?',
    'deposit',
    '',
    'Chi ha firmato il contratto?',
    'Quem assinou o contrato?',
    'Wie heeft het contract getekend?',
    'Who is Mr Müller?',
    '계약서에 누가 서명했나요?',
    'Кто подписал договор?',
    'چه کسی قرارداد را امضا کرد؟',
  ])('is said in English otherwise: %s', (question) => {
    expect(noAnswerText(question)).toBe(english);
  });
});

describe('evidence', () => {
  const isThere = (question: string, ...contents: readonly string[]) =>
    extractAnswer(
      question,
      contents.map((pageContent) => ({ pageContent, metadata: {}, relevance: 0.5 })),
    ).citations.length > 0;

  test('is a sentence with most of what is asked for', () => {
    expect(isThere('Where is the spare key?', 'Potatoes.', 'The spare key lies below the stone.')).toBe(true);
    expect(isThere('Where is the spare key?', 'Potatoes.')).toBe(false);
    expect(isThere('Where is the spare key?')).toBe(false);
  });

  test.each([
    ['a number', 'What was decided in 2019?', 'It was decided to build a bridge.'],
    ['a name', 'Where does Mary Dunn work?', 'The baker works in the mill.'],
    ['what is counted', 'How many rooms has the hotel?', 'The hotel has its rooms ready for you at 3 pm.'],
    ['a day in the past', 'When was the hotel built?', 'The hotel is open from 9 am to 5 pm.'],
    [
      'a telephone number',
      'What is the phone number of the clinic?',
      'The clinic has 12 rooms, a phone and a number of beds.',
    ],
    ['whose it is', 'What is the address of Ruth Okafor?', 'Ruth Okafor is in Lisbon.'],
  ])('is none without %s', (_what, question, content) => {
    expect(isThere(question, content)).toBe(false);
  });
});
