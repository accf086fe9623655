declare module 'pino-roll' {
  import type { EventEmitter } from 'node:events';

  interface RollingFileOptions {
    readonly file: string;
    readonly extension?: string;
    readonly size?: string;
    readonly limit?: { readonly count: number; readonly removeOtherLogFiles?: boolean };
    readonly sync?: boolean;
    readonly mkdir?: boolean;
  }

  /** A SonicBoom: opens by itself; `end` writes what is left and emits `close`. */
  interface RollingFile extends EventEmitter {
    write(line: string): boolean;
    end(): void;
  }

  export default function openRollingFile(options: RollingFileOptions): Promise<RollingFile>;
}
