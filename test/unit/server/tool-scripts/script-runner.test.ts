import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScriptRunner } from '../../../../electron/server/tool-scripts/script-runner.ts';
import { listenOnFreePort } from '../../../helpers/fakes/listen-on-free-port.ts';

const live = new AbortController().signal;
const runner = createScriptRunner();

interface Given {
  readonly input?: Readonly<Record<string, unknown>>;
  readonly allowLocalNetwork?: boolean;
}

/** What comes of a script: its text or its problem. */
async function run(code: string, { input = {}, allowLocalNetwork = false }: Given = {}): Promise<string> {
  const result = await runner.run({ code, input, allowLocalNetwork }, live);
  return 'text' in result ? result.text : result.problem;
}

let service: Awaited<ReturnType<typeof listenOnFreePort>>;
beforeAll(async () => {
  const server = createServer((request, response) => {
    if (request.url === '/endless') {
      response.write('x'.repeat(5_000_000));
      return;
    }
    let body = '';
    request.on('data', (part) => {
      body += String(part);
    });
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json', 'x-seen': String(request.headers['x-own']) });
      response.end(JSON.stringify({ method: request.method, body }));
    });
  });
  service = await listenOnFreePort(server);
});
afterAll(() => service.close());

describe('a script', () => {
  test('reads its parameters and returns a text', async () => {
    expect(await run('return $a + $b;', { input: { a: 2, b: 3 } })).toBe('5');
    expect(await run('return "Hello " + $name;', { input: { name: 'Ada' } })).toBe('Hello Ada');
    expect(await run('return { sum: [1, 2] };')).toBe('{"sum":[1,2]}');
    expect(await run('')).toBe('');
  });

  test('fails with its own words', async () => {
    expect(await run('throw new RangeError("No such day");')).toBe('The tool failed: RangeError: No such day');
    expect(await run('return a b;')).toContain('The tool failed: SyntaxError');
    expect(await run('await new Promise(() => undefined);')).toContain('never comes');
  });

  test('returns 100,000 characters at most', async () => {
    expect((await run('return "x".repeat(1e6);')).length).toBe(100_000);
  });
});

describe('a sandbox', () => {
  test('has nothing of Node', async () => {
    const names = ['process', 'Buffer', 'module', 'global', 'WebAssembly', 'XMLHttpRequest', 'setTimeout', 'std', 'os'];
    expect(await run(`return [${names.map((name) => `typeof ${name}`).join()}].join();`)).toBe(
      names.map(() => 'undefined').join(),
    );
    expect(await run("return require('fs').readFileSync('/etc/passwd');")).toContain('There are no packages here');
    expect(await run("const fs = await import('node:fs'); return fs;")).toContain('The tool failed');
  });

  test.each([
    'return fetch.constructor.constructor("return typeof process")();',
    'return this.constructor.constructor("return typeof process")();',
    'return (async () => {}).constructor("return typeof process")();',
    'const e = await fetch("x:").catch((error) => error); return e.constructor.constructor("return typeof process")();',
    'return Object.getPrototypeOf(fetch).constructor("return typeof process")();',
    '})(); return 1; (async () => { return typeof process;',
  ])('stays shut for %s', async (code) => {
    expect(await run(code)).toMatch(/^$|undefined|The tool failed/);
  });

  test('keeps what one call changes from the next', async () => {
    await run('Object.prototype.leak = 1; Array.prototype.join = () => "leak"; globalThis.leak = 1;');
    expect(await run('return [typeof leak, ({}).leak, [1, 2].join()].join(" ");')).toBe('undefined  1,2');
    expect(Reflect.get({}, 'leak')).toBeUndefined();
  });

  test('ends an endless loop after ten seconds, and the server goes on meanwhile', async () => {
    let turns = 0;
    const turning = setInterval(() => {
      turns += 1;
    }, 20);
    expect(await run('for (;;);')).toContain('took longer than 10 s');
    clearInterval(turning);
    expect(turns).toBeGreaterThan(100);
  });

  test('ends endless promises, too', async () => {
    expect(await run('for (;;) await null;')).toContain('longer than 10 s');
  });

  test('holds 64 MB', async () => {
    expect(await run('const all = []; for (;;) all.push(new Uint8Array(1e7));')).toMatch(/out of memory/);
    expect(await run('const again = () => Promise.resolve().then(again); await again();')).toContain('more memory');
    expect(await run('return String(new Uint8Array(40e6).length);')).toBe('40000000');
    expect(await run('const f = () => f() + 1; return f();')).toMatch(/stack|InternalError/);
  });

  test('stops with whoever waits for it', async () => {
    const stopping = new AbortController();
    const running = runner.run({ code: 'for (;;);', input: {}, allowLocalNetwork: false }, stopping.signal);
    stopping.abort(new Error('Stopped'));
    await expect(running).rejects.toThrow('Stopped');
  });
});

describe('fetch', () => {
  const open = { allowLocalNetwork: true };

  test('sends what it is given, and reads the answer', async () => {
    const code = `const fetch = require('node-fetch');
      const response = await fetch($url, { method: 'POST', headers: { 'x-own': 'yes' }, body: 'Hello' });
      const { body, method } = await response.json();
      return [response.ok, response.headers.get('X-Seen'), method, body].join();`;
    expect(await run(code, { ...open, input: { url: service.origin } })).toBe('true,yes,POST,Hello');
  });

  test('reaches neither this machine nor its network unless it may', async () => {
    const code = 'return (await fetch($url)).text();';
    expect(await run(code, { input: { url: service.origin } })).toMatch(/^The tool failed: TypeError: .*127\.0\.0\.1/);
    expect(await run(code, { ...open, input: { url: 'http://169.254.169.254/latest' } })).toMatch(/^The tool failed/);
    expect(await run(code, { ...open, input: { url: 'file:///etc/passwd' } })).toContain('Only http and https');
    expect(await run(code, { ...open, input: { url: 'data:text/plain,hi' } })).toContain('Only http and https');
  });

  test('reads a megabyte of an answer that does not end, and twenty of them', async () => {
    const input = { url: service.origin };
    expect(
      await run('return String((await (await fetch($url + "/endless")).text()).length);', { ...open, input }),
    ).toBe('1000000');
    const code = 'for (let at = 0; at < 30; at++) await fetch($url);';
    expect(await run(code, { ...open, input })).toContain('20 times at most');
  });
});
