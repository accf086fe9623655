import { describe, expect, test } from 'vitest';
import { joinNeighbours, type PromptPassage } from '../../../../electron/server/answers/join-neighbours.ts';

const passage = (pageContent: string, source: string | undefined, chunkNo?: number): PromptPassage => ({
  pageContent,
  metadata: source === undefined ? {} : { source },
  chunkNo,
});

const read = (passages: readonly PromptPassage[]) => joinNeighbours(passages).map(({ number, text }) => [number, text]);

describe('neighbouring passages', () => {
  test('stand behind each other as in their source, at the place of the best, with the numbers of their rank', () => {
    const passages = [
      passage('two', 'a.txt', 12),
      passage('other', 'b.txt', 40),
      passage('three', 'a.txt', 13),
      passage('far', 'a.txt', 20),
      passage('one', 'a.txt', 11),
    ];
    expect(read(passages)).toEqual([
      [5, 'one'],
      [1, 'two'],
      [3, 'three'],
      [2, 'other'],
      [4, 'far'],
    ]);
  });

  test('are read without what the splitter repeats', () => {
    const repeated = 'After that a reminder is sent.';
    const passages = [
      passage(`Books may be kept. ${repeated}`, 'a.txt', 1),
      passage(`${repeated} It costs a dollar.`, 'a.txt', 2),
    ];
    expect(read(passages)).toEqual([
      [1, `Books may be kept. ${repeated}`],
      [2, ' It costs a dollar.'],
    ]);
    expect(joinNeighbours(passages)[1]?.pageContent).toContain(repeated);
  });

  test('are none of another source, without a place, or twice the same', () => {
    const same = 'The very same text of a passage.';
    const passages = [
      passage(same, 'a.txt', 1),
      passage(same, 'b.txt', 2),
      passage('x', undefined, 3),
      passage('y', 'a.txt'),
    ];
    expect(read(passages)).toEqual([
      [1, same],
      [2, same],
      [3, 'x'],
      [4, 'y'],
    ]);
  });
});
