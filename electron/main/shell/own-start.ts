type Environment = Readonly<Record<string, string | undefined>>;

/** The app's own id, as electron-builder.yml has it, by which Windows knows whose windows, jump list and notices are. */
export const APP_ID = 'org.tributary.desktop';

/** The id for Windows. It shows no notices of an id without a shortcut in its start menu: from the sources the program's path stands for one. */
export function idForWindows({ isPackaged, execPath }: Pick<OwnFacts, 'isPackaged' | 'execPath'>): string {
  return isPackaged ? APP_ID : execPath;
}

/** Whether this is the portable program of Windows, which is installed nowhere and writes nothing into the system. */
export function isPortable(env: Environment): boolean {
  return env.PORTABLE_EXECUTABLE_FILE !== undefined;
}

export interface OwnFacts {
  readonly env: Environment;
  readonly execPath: string;
  readonly isPackaged: boolean;
  readonly appPath: string;
  readonly dataFolder: string;
}

/** A command that starts the app again, on the same data folder. */
export interface OwnStart {
  readonly program: string;
  readonly args: readonly string[];
}

/** What the system has to run to start this app another time. An AppImage and the portable program run from a place that is gone after them. */
export function ownStart({ env, execPath, isPackaged, appPath, dataFolder }: OwnFacts): OwnStart {
  return {
    program: env.APPIMAGE ?? env.PORTABLE_EXECUTABLE_FILE ?? execPath,
    // When it runs from its sources, Electron needs the path of the app.
    args: [...(isPackaged ? [] : [appPath]), '--data-dir', dataFolder],
  };
}

/** An argument, a path say, in a command line of Windows. */
export function quotedForWindows(argument: string): string {
  // Before the closing quote each backslash counts twice.
  return `"${argument.replace(/\\+$/, '$&$&')}"`;
}
