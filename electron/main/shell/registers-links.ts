import { isPortable } from './own-start.ts';

interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isPackaged: boolean;
}

/**
 * Whether the app itself makes links open it: on Windows, where the installer does not. Elsewhere the package says it; a portable program writes nothing
 * into the system.
 */
export function registersLinks({ platform, env, isPackaged }: Surroundings): boolean {
  return platform === 'win32' && isPackaged && !isPortable(env);
}
