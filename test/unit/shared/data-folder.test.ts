import { expect, test } from 'vitest';
import { dataFolderSegments } from '../../../shared/data-folder.ts';

test.each([
  ['linux', {}, ['/h', '.local', 'share', 'tributary']],
  ['linux', { XDG_DATA_HOME: '/x' }, ['/x', 'tributary']],
  ['darwin', {}, ['/h', 'Library', 'Application Support', 'Tributary']],
  ['win32', {}, ['/h', 'AppData', 'Roaming', 'Tributary']],
  ['win32', { APPDATA: 'C:\\R' }, ['C:\\R', 'Tributary']],
  ['linux', { TRIBUTARY_DATA_DIR: '/d', XDG_DATA_HOME: '/x' }, ['/d']],
  ['linux', { TRIBUTARY_DATA_DIR: '' }, ['/h', '.local', 'share', 'tributary']],
])('on %s with %j the data lies in %j', (platform, env, expected) => {
  expect(dataFolderSegments(platform, env, '/h')).toEqual(expected);
});
