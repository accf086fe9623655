import { describe, expect, it } from 'vitest';
import { weighMeaning } from '../../../../../electron/server/pipeline/retrieve/weigh-meaning.ts';

describe('weighMeaning', () => {
  it.each([
    'What happens at 72000 milliseconds?',
    'keepAliveTimeout',
    'process.stdout as destination',
    'Why do I get FST_ERR_REOPENED?',
    'mail of ada@example.org',
    'Was steht in § 433?',
    '合同什么时候结束？',
    'Когда заканчивается договор?',
  ])('lets a weak model count less where something is named, or in another script: %s', (question) => {
    expect(weighMeaning(question, 0.15)).toBeCloseTo(0.0225);
  });

  it.each(['How do I keep a connection open?', 'Who wrote the well-known novel?', 'IBM or NASA?', 'Wo liegt Köln?'])(
    'leaves the weight in all other questions: %s',
    (question) => {
      expect(weighMeaning(question, 0.15)).toBe(0.15);
    },
  );

  it('leaves models alone that count as much as words', () => {
    expect(weighMeaning('port 8080', 1)).toBe(1);
  });
});
