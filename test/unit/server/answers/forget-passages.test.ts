import { describe, expect, test } from 'vitest';
import { forgetPassages, type StoredAnswer } from '../../../../electron/server/answers/forget-passages.ts';
import type { AnswerCitation, FoundPassage } from '../../../../shared/api/predictions.ts';

const passage = (source: string, pageContent: string): FoundPassage => ({
  ...{ id: source, pageContent, relevance: 0.5, chunkNo: 0 },
  metadata: { source, heading: pageContent },
});
const RULES = passage('rules.txt', 'Books may be kept for three weeks.');
const NOTES = passage('notes.txt', 'A reminder is sent after that.');

function citation(number: number, sentence: string, verdict: AnswerCitation['verdict'] = 'quoted'): AnswerCitation {
  return { number, sourceIndex: number - 1, sentence, verdict, place: { start: 0, end: sentence.length } };
}

const forget = (content: string, citations: readonly AnswerCitation[], gone = 'rules.txt'): StoredAnswer =>
  forgetPassages({ content, passages: [RULES, NOTES], citations }, ({ metadata }) => metadata.source === gone);

describe('an answer without the passages of a source', () => {
  test('keeps names and numbers, and loses texts, headings, sentences and places', () => {
    const citations = [citation(1, RULES.pageContent), citation(2, NOTES.pageContent)];
    const after = forget(`${RULES.pageContent} [1]\n${NOTES.pageContent} [2]`, citations);
    expect(after).toEqual({
      content: `… [1]\n${NOTES.pageContent} [2]`,
      passages: [{ ...RULES, pageContent: '', metadata: { source: 'rules.txt' }, isDeleted: true }, NOTES],
      citations: [{ number: 1, sourceIndex: 0, sentence: '', verdict: 'quoted' }, citations[1]],
    });
    expect(JSON.stringify(after)).not.toContain('three weeks');
    expect(forgetPassages(after, ({ metadata }) => metadata.source === 'rules.txt')).toEqual(after);
  });

  test.each([
    [
      'marks in its midst',
      'So it is. Books may [1] be kept for **three** weeks [1]. Ask us.',
      'So it is. … [1] [1]. Ask us.',
    ],
    ['a mark before its end', '- Books may be kept for three weeks[1].\n- More', '- …[1].\n- More'],
    ['no mark', 'BOOKS MAY BE KEPT FOR THREE WEEKS. More.', '… More.'],
    [
      'twice',
      'Books may be kept for three weeks. [1] Again: Books may be kept for three weeks. [1]',
      '… [1] Again: … [1]',
    ],
  ])('loses a sentence with %s', (_, content, expected) => {
    expect(forget(content, [citation(1, RULES.pageContent, 'similar')]).content).toBe(expected);
  });

  test('keeps a sentence that another passage supports, and one that none does', () => {
    const both = [citation(1, 'Books are kept.'), citation(2, 'Books are kept.'), citation(1, 'It rains.', 'notFound')];
    const after = forget('Books are kept. [1][2] It rains. [1?]', both);
    expect(after.content).toBe('Books are kept. [1][2] It rains. [1?]');
    expect(after.citations.map(({ sentence }) => sentence)).toEqual(['', 'Books are kept.', '']);
    const rest = forget(after.content, after.citations, 'notes.txt');
    expect(rest.content).toBe('… [1][2] It rains. [1?]');
  });

  test('loses letters of any script', () => {
    const sentence = '本は三週間借りられます。';
    expect(forget(`${sentence} [1]`, [citation(1, sentence)]).content).toBe('… [1]');
    const arabic = 'يمكن الاحتفاظ بالكتب';
    expect(forget(`${arabic} [1]`, [citation(1, arabic)]).content).toBe('… [1]');
  });
});
