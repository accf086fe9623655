import { describe, expect, test } from 'vitest';
import { alignTo } from '../../../../renderer/editor/align-guides.ts';

const still = { x: 100, y: 100, width: 240, height: 100 };
const apart = { width: 240, height: 160 };

describe('alignment', () => {
  test.each([
    ['beginnings', { x: 104, y: 400, ...apart }, { x: -4, y: 0 }],
    ['tops', { x: 500, y: 97, ...apart }, { x: 0, y: 3 }],
    ['middles', { x: 500, y: 72, ...apart }, { x: 0, y: -2 }],
    ['ends', { x: 500, y: 38, ...apart }, { x: 0, y: 2 }],
    ['nothing that is too far', { x: 500, y: 400, ...apart }, { x: 0, y: 0 }],
    ['both ways', { x: 96, y: 95, ...apart }, { x: 4, y: 5 }],
  ])('of %s', (_, moving, shift) => expect(alignTo(moving, [still], 6).shift).toEqual(shift));

  test('goes to the nearest of several', () => {
    const others = [still, { ...still, x: 106, y: 700 }];
    expect(alignTo({ x: 104, y: 400, ...apart }, others, 6).shift).toEqual({ x: 2, y: 0 });
  });

  test('has a line over all cards that stand in it', () => {
    const others = [still, { ...still, y: 700 }];
    const { guides } = alignTo({ x: 102, y: 400, ...apart }, others, 6);
    expect(guides).toEqual([
      { axis: 'x', at: 100, from: 100, to: 800 },
      { axis: 'x', at: 220, from: 100, to: 800 },
      { axis: 'x', at: 340, from: 100, to: 800 },
    ]);
  });

  test('of cards in line already shows the line and moves nothing', () => {
    const { shift, guides } = alignTo({ x: 500, y: 100, ...apart }, [still], 6);
    expect(shift).toEqual({ x: 0, y: 0 });
    expect(guides).toEqual([{ axis: 'y', at: 100, from: 100, to: 740 }]);
  });

  test('with nothing around is none', () => {
    expect(alignTo({ x: 0, y: 0, ...apart }, [], 6)).toEqual({ shift: { x: 0, y: 0 }, guides: [] });
  });
});
