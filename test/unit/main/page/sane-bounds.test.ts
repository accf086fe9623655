import { expect, test } from 'vitest';
import { saneBounds } from '../../../../electron/main/page/sane-bounds.ts';

const main = { x: 0, y: 25, width: 1920, height: 1055 };
const right = { x: 1920, y: 0, width: 1280, height: 1024 };
const size = { width: 1200, height: 800 };
const centre = { x: 360, y: 153, ...size };

test.each([
  ['opens in the middle for the first time', undefined, [main], { x: 240, y: 103, width: 1440, height: 900 }],
  [
    'fits a small display the first time',
    undefined,
    [{ x: 0, y: 0, width: 1024, height: 740 }],
    { x: 0, y: 0, width: 1024, height: 740 },
  ],
  ['stays where it was', { x: 40, y: 60, ...size }, [main], { x: 40, y: 60, ...size }],
  ['stays on the other display', { x: 1950, y: 10, ...size }, [main, right], { x: 1950, y: 10, ...size }],
  ['comes back from a display that is gone', { x: 1950, y: 10, ...size }, [main], centre],
  ['comes back from a display that was above', { x: 40, y: -900, ...size }, [main], centre],
  ['may hang over the edge', { x: 1700, y: 500, ...size }, [main], { x: 1700, y: 500, ...size }],
  ['comes back if its top is out of sight', { x: 40, y: -300, ...size }, [main], centre],
  ['comes back if too little of it is seen', { x: 1900, y: 500, ...size }, [main], centre],
  [
    'shrinks to a display that has become smaller, or is scaled up',
    { x: 100, y: 100, width: 2400, height: 900 },
    [main],
    { x: 0, y: 103, width: 1920, height: 900 },
  ],
  ['may lie across two displays', { x: 1300, y: 100, ...size }, [main, right], { x: 1300, y: 100, ...size }],
] as const)('a window %s', (_, saved, areas, expected) => {
  expect(saneBounds(saved, areas)).toEqual(expected);
});
