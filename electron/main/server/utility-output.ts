import { PassThrough, type Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { UtilityProcess } from 'electron';

/** How long the end of a dead process's output is waited for, in ms: it lies in a pipe already. */
const REST_MS = 1000;

export interface UtilityOutput {
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Settles with the exit code when the process has ended and its output has been read. */
  readonly ended: Promise<number>;
}

/**
 * What a utility process writes, to the last line. Electron reports the exit before it has read all output, and removes the listeners (utility-process.ts
 * of its sources): here they listen again.
 */
export function readOutput(child: UtilityProcess): UtilityOutput {
  function read(stream: NodeJS.ReadableStream | null) {
    const output = new PassThrough();
    if (stream === null) output.end();
    else stream.pipe(output);
    return {
      output,
      isRead: new Promise((resolve) => output.once('end', resolve)),
      pause: () => void stream?.unpipe(output),
      readOn: () => void stream?.pipe(output),
    };
  }
  const parts = [read(child.stdout), read(child.stderr)] as const;
  const ended = new Promise<number>((resolve) => {
    child.once('exit', (code) => {
      // What comes while nobody listens waits, instead of flowing to nobody.
      for (const { pause } of parts) pause();
      setImmediate(() => {
        for (const { readOn } of parts) readOn();
        const allRead = Promise.all(parts.map(({ isRead }) => isRead));
        void Promise.race([allRead, sleep(REST_MS)]).then(() => {
          for (const { output } of parts) output.end();
          resolve(code);
        });
      });
    });
  });
  return { stdout: parts[0].output, stderr: parts[1].output, ended };
}
