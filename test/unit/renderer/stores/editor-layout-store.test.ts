import { expect, test } from 'vitest';
import {
  DRAWER_HEIGHT,
  INSPECTOR_WIDTH,
  PALETTE_WIDTH,
  readStoredLayout,
} from '../../../../renderer/stores/editor-layout-store.ts';

const first = {
  isPalettePinned: false,
  paletteWidth: PALETTE_WIDTH.start,
  inspectorWidth: INSPECTOR_WIDTH.start,
  drawerHeight: DRAWER_HEIGHT.start,
};

test('sizes and the pinned palette are kept', () => {
  const stored = { isPalettePinned: true, paletteWidth: 300, inspectorWidth: 400, drawerHeight: 500 };
  expect(readStoredLayout(stored)).toEqual(stored);
});

test('an older layout keeps its sizes, and its panels begin closed', () => {
  const stored = {
    isPaletteOpen: true,
    paletteWidth: 300,
    isInspectorOpen: true,
    inspectorWidth: 400,
    drawerHeight: 500,
  };
  expect(readStoredLayout(stored)).toEqual({ ...first, paletteWidth: 300, inspectorWidth: 400, drawerHeight: 500 });
});

test.each([undefined, null, 'wide', [], { paletteWidth: 'wide', inspectorWidth: null, isPalettePinned: 1 }])(
  'a layout that makes no sense begins anew: %j',
  (stored) => {
    expect(readStoredLayout(stored)).toEqual(first);
  },
);

test('a size beyond its limits is the nearest one', () => {
  const stored = readStoredLayout({ paletteWidth: 9000, inspectorWidth: -4, drawerHeight: 1e9 });
  expect(stored).toMatchObject({
    paletteWidth: PALETTE_WIDTH.max,
    inspectorWidth: INSPECTOR_WIDTH.min,
    drawerHeight: DRAWER_HEIGHT.max,
  });
});
