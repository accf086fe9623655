import { expect, test } from 'vitest';
import {
  DRAWER_HEIGHT,
  INSPECTOR_WIDTH,
  PALETTE_WIDTH,
  readKeptLayout,
} from '../../../../renderer/stores/editor-layout-store.ts';

const first = {
  isPalettePinned: false,
  paletteWidth: PALETTE_WIDTH.start,
  inspectorWidth: INSPECTOR_WIDTH.start,
  drawerHeight: DRAWER_HEIGHT.start,
};

test('sizes and the pinned palette are kept', () => {
  const kept = { isPalettePinned: true, paletteWidth: 300, inspectorWidth: 400, drawerHeight: 500 };
  expect(readKeptLayout(kept)).toEqual(kept);
});

test('an older layout keeps its sizes, and its panels begin closed', () => {
  const kept = {
    isPaletteOpen: true,
    paletteWidth: 300,
    isInspectorOpen: true,
    inspectorWidth: 400,
    drawerHeight: 500,
  };
  expect(readKeptLayout(kept)).toEqual({ ...first, paletteWidth: 300, inspectorWidth: 400, drawerHeight: 500 });
});

test.each([undefined, null, 'wide', [], { paletteWidth: 'wide', inspectorWidth: null, isPalettePinned: 1 }])(
  'a layout that makes no sense begins anew: %j',
  (kept) => {
    expect(readKeptLayout(kept)).toEqual(first);
  },
);

test('a size beyond its limits is the nearest one', () => {
  const kept = readKeptLayout({ paletteWidth: 9000, inspectorWidth: -4, drawerHeight: 1e9 });
  expect(kept).toMatchObject({
    paletteWidth: PALETTE_WIDTH.max,
    inspectorWidth: INSPECTOR_WIDTH.min,
    drawerHeight: DRAWER_HEIGHT.max,
  });
});
