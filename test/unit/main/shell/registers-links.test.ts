import { expect, test } from 'vitest';
import { registersLinks } from '../../../../electron/main/shell/registers-links.ts';

test.each([
  { platform: 'win32', isPackaged: true, env: {}, registers: true },
  { platform: 'win32', isPackaged: true, env: { PORTABLE_EXECUTABLE_FILE: 'D:\\tributary.exe' }, registers: false },
  { platform: 'win32', isPackaged: false, env: {}, registers: false },
  { platform: 'linux', isPackaged: true, env: {}, registers: false },
  { platform: 'darwin', isPackaged: true, env: {}, registers: false },
] as const)(
  'links are registered on $platform, packaged $isPackaged, with $env: $registers',
  ({ registers, ...facts }) => {
    expect(registersLinks(facts)).toBe(registers);
  },
);
