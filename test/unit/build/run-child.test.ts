import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { exitCode, passSignals, run } from '../../../build/lib/run-child.mjs';

test('exit codes are those of a shell', () => {
  expect(exitCode(3, null)).toBe(3);
  expect(exitCode(null, 'SIGTERM')).toBe(143);
});

test('a program is run to its end', async () => {
  expect(await run(process.execPath, ['-e', 'process.exit(5)'], { cwd: '.' })).toBe(5);
});

test('a program that is not there has the exit code 127', async () => {
  expect(await run('no-such-program-of-ours', [], { cwd: '.' })).toBe(127);
});

test('a program that takes too long is ended', async () => {
  const forever = ['-e', 'setInterval(() => {}, 1000)'];
  expect(await run(process.execPath, forever, { cwd: '.', timeoutMs: 200 })).toBe(143);
});

test('a signal is passed on once, though the terminal and npm may both send it', async () => {
  const script = `let count = 0; process.on('SIGTERM', () => { count += 1; console.log('got ' + count); });
    process.stdin.on('end', () => process.exit(count)).resume(); console.log('up');`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const signals = passSignals(child);
  process.emit('SIGTERM');
  process.emit('SIGTERM');
  await once(child.stdout, 'data');
  child.stdin.end();
  const [code] = await once(child, 'exit');
  expect(code).toBe(1);
  expect(signals.stop()).toBe(true);
});
