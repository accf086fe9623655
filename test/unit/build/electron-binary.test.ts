import { expect, test } from 'vitest';
import { hasDisplay } from '../../../build/lib/electron-binary.mjs';

test.each<[NodeJS.Platform, NodeJS.ProcessEnv, boolean]>([
  ['linux', {}, false],
  ['linux', { DISPLAY: '' }, false],
  ['linux', { DISPLAY: ':0' }, true],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
  ['darwin', {}, true],
  ['win32', {}, true],
])('%s with %j: a display is there is %s', (platform, env, expected) => {
  expect(hasDisplay(platform, env)).toBe(expected);
});
