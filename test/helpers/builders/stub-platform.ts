import { vi } from 'vitest';

/** Makes what is run say that it runs on this system, until `vi.unstubAllGlobals()`. */
export function stubPlatform(platform: NodeJS.Platform): void {
  vi.stubGlobal('process', Object.create(process, { platform: { value: platform } }));
}
