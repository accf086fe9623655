import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import type { UtilityProcess } from 'electron';
import { expect, test } from 'vitest';
import { readOutput } from '../../../../electron/main/server/utility-output.ts';

test.each(['before', 'while nobody listens', 'after'])('the last words are read that come %s', async (when) => {
  const stderr = new PassThrough();
  const child = Object.assign(new EventEmitter(), { stdout: null, stderr });
  const output = readOutput(child as unknown as UtilityProcess);
  output.stdout.resume();
  const words = text(output.stderr);
  if (when === 'before') stderr.write('the last words');
  await setImmediate();
  child.emit('exit', 1);
  // As Electron does, behind the news of the exit.
  stderr.removeAllListeners();
  if (when === 'while nobody listens') stderr.write('the last words');
  await setImmediate();
  if (when === 'after') stderr.write('the last words');
  stderr.end();
  expect(await output.ended).toBe(1);
  expect(await words).toBe('the last words');
});
