import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type AnswerProcess,
  createAnswerProcess,
} from '../../../../electron/server/answer-process/create-answer-process.ts';
import { environmentFor } from '../../../../shared/ipc/server-messages.ts';
import { CHAT_KEY, chatSources } from '../../../helpers/builders/chat-sources.ts';
import { type FakeChatServices, startFakeChatServices } from '../../../helpers/fakes/fake-chat-services.ts';

/** The answer processes of this test, by the system. */
function processes(): readonly string[] {
  const parent = String(process.pid);
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const [, , , ppid] = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/\(.*\)/, 'x')
        .split(' ');
      return ppid === parent && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('answer-process');
    } catch {
      // It ended meanwhile.
      return false;
    }
  });
}

/** The bytes of a process that no other has. */
function residentBytes(pid: string): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

describe.skipIf(process.platform !== 'linux')('the answer process', () => {
  let services: FakeChatServices;
  let answers: AnswerProcess | undefined;

  beforeEach(async () => {
    services = await startFakeChatServices(({ body }) =>
      JSON.stringify(body).includes('Wait') ? 'hang' : { tokens: ['Three weeks.'] },
    );
  });
  afterEach(async () => {
    await answers?.close();
    await services.close();
  });

  const ask = async (question: string, signal = new AbortController().signal) => {
    const [source] = chatSources(services.origin);
    if (source === undefined || answers === undefined) throw new Error('nothing to ask');
    const texts: string[] = [];
    for await (const piece of answers.openChatModel(source).stream([{ role: 'user', content: question }], { signal })) {
      if (piece.type === 'text') texts.push(piece.text);
    }
    return texts.join('');
  };

  it('starts with the first question, has nothing of the environment, and no key in its arguments', async () => {
    answers = createAnswerProcess();
    expect(processes()).toEqual([]);
    expect(await ask('How long?')).toBe('Three weeks.');
    const [pid] = processes();
    const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .filter((entry) => entry !== '')
      .map((entry) => entry.split('=')[0]);
    const allowed = Object.keys(environmentFor('answer-process', process.env));
    // The last two are of Node's fork.
    expect([...allowed, 'NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE']).toEqual(expect.arrayContaining(names));
    expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain(CHAT_KEY);
  });

  it('ends after a while without questions, and starts again', async () => {
    answers = createAnswerProcess({ idleMs: 50 });
    await ask('How long?');
    await expect.poll(processes).toEqual([]);
    expect(await ask('How long?')).toBe('Three weeks.');
  });

  it('answers fail when it crashes, and the next question starts another', async () => {
    answers = createAnswerProcess();
    const waiting = ask('Wait');
    waiting.catch(() => undefined);
    await expect.poll(() => services.calls.length).toBe(1);
    for (const pid of processes()) process.kill(Number(pid), 'SIGKILL');
    await expect(waiting).rejects.toMatchObject({ code: 'WORKER_CRASHED' });
    expect(await ask('How long?')).toBe('Three weeks.');
  });

  it('answers several at a time in one process, and stops one without the others', async () => {
    answers = createAnswerProcess();
    const stop = new AbortController();
    const waiting = ask('Wait', stop.signal);
    waiting.catch(() => undefined);
    await expect.poll(() => services.calls.length).toBe(1);
    expect(await Promise.all([ask('How long?'), ask('How long?')])).toEqual(['Three weeks.', 'Three weeks.']);
    expect(processes()).toHaveLength(1);
    stop.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
    const [pid = ''] = processes();
    // 70 MB over a bare Node process, which takes some 45.
    expect(residentBytes(pid) / 1e6).toBeLessThan(160);
  });

  it('ends with the server, and answers fail', async () => {
    answers = createAnswerProcess();
    const waiting = ask('Wait');
    waiting.catch(() => undefined);
    await expect.poll(() => services.calls.length).toBe(1);
    await answers.close();
    await expect(waiting).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
    await expect(ask('How long?')).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
    expect(processes()).toEqual([]);
  });
});
