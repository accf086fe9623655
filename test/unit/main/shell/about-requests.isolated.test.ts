import { expect, test, vi } from 'vitest';
import { chromiumLicences } from '../../../../electron/main/shell/about-requests.ts';

vi.mock('electron', () => ({}));

test.each([
  ['linux', '/opt/Tributary/resources', true, '/opt/Tributary/LICENSES.chromium.html'],
  [
    'linux',
    '/src/node_modules/electron/dist/resources',
    false,
    '/src/node_modules/electron/dist/LICENSES.chromium.html',
  ],
  [
    'darwin',
    '/Applications/T.app/Contents/Resources',
    true,
    '/Applications/T.app/Contents/Resources/LICENSES.chromium.html',
  ],
  ['darwin', '/src/dist/Electron.app/Contents/Resources', false, '/src/dist/LICENSES.chromium.html'],
] as const)('on %s with its resources in %s, packaged %s, the licences of Chromium are %s', (...facts) => {
  const [platform, resources, isPackaged, path] = facts;
  expect(chromiumLicences({ platform, resources, isPackaged })).toBe(path);
});
