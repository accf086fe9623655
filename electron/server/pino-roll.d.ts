declare module 'pino-roll' {
  interface RollingFileOptions {
    readonly file: string;
    readonly extension?: string;
    readonly size?: string;
    readonly limit?: { readonly count: number; readonly removeOtherLogFiles?: boolean };
    readonly sync?: boolean;
    readonly mkdir?: boolean;
  }

  interface RollingFile {
    write(line: string): boolean;
    flushSync(): void;
    end(): void;
  }

  export default function openRollingFile(options: RollingFileOptions): Promise<RollingFile>;
}
