// @ts-check
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { exitCode } from './run-child.mjs';

const READY = /^Tributary is ready: (http:\/\/\S+)$/;
const DEVTOOLS = /^DevTools listening on (ws:\/\/\S+)$/;
/** A start on a slow machine under load. */
const START_LIMIT_MS = 60_000;

/** In the page: whether the app has drawn itself. */
const IS_DRAWN = `document.querySelector('nav[aria-label]') !== null && window.tributary !== undefined`;

/**
 * Evaluates an expression in a page until it is true.
 * @param {string} socketUrl the page's, of Chromium's DevTools
 * @param {string} expression
 * @returns {Promise<void>}
 */
async function untilTrue(socketUrl, expression) {
  const socket = new WebSocket(socketUrl);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error('The page can’t be asked.')), { once: true });
  });
  // It settles in the page itself, when the expression is true.
  const wait = `new Promise((done) => { const look = () => (${expression}) ? done(true) : setTimeout(look, 50); look(); })`;
  const params = { expression: wait, awaitPromise: true, returnByValue: true };
  const answered = new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }));
  socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }));
  await answered;
  socket.close();
}

/** @param {string} browserSocket @returns {Promise<string>} the address for calls to the window's page */
async function findPage(browserSocket) {
  const list = new URL('/json/list', browserSocket.replace('ws:', 'http:'));
  for (;;) {
    const targets = /** @type {{ type: string, url: string, webSocketDebuggerUrl: string }[]} */ (
      await (await fetch(list)).json()
    );
    const page = targets.find(({ type, url }) => type === 'page' && url !== '');
    if (page !== undefined) return page.webSocketDebuggerUrl;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * @template T
 * @param {Promise<T>} promise
 * @param {string} what
 * @returns {Promise<T>}
 */
async function inTime(promise, what) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not come in ${START_LIMIT_MS / 1000} s.`)), START_LIMIT_MS);
  });
  try {
    return /** @type {T} */ (await Promise.race([promise, late]));
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Starts a packed app as a user does, and waits for its server. Its page is called through Chromium's DevTools, because the fuses of the packed app
 * leave no other way in.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<{ url: string, devtools: string, pageShown(): Promise<void>, quit(): Promise<number> }>} `pageShown` waits for the drawn page
 * @throws {Error} if it ends instead, with its messages
 */
export async function launchPacked(program, args, env = process.env) {
  const { ELECTRON_RUN_AS_NODE: _, ...inherited } = env;
  const child = spawn(program, ['--remote-debugging-port=0', ...args], {
    env: inherited,
    // The channel closes when we ask it to quit, and the app notices, on every system.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('A child started with pipes has none.');
  let messages = '';
  const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(exitCode(code, signal))));
  const failed = new Promise((_resolve, reject) => {
    child.once('error', (error) => reject(new Error(`${program} could not be started: ${error.message}`)));
    void ended.then((code) => reject(new Error(`The app ended with exit code ${code}:\n${messages}`)));
  });
  failed.catch(() => undefined);
  /** @param {import('node:stream').Readable} stream @param {RegExp} pattern @returns {Promise<string>} */
  const line = (stream, pattern) =>
    new Promise((resolve) => {
      createInterface({ input: stream }).on('line', (text) => {
        messages += `${text}\n`;
        const [, found] = pattern.exec(text) ?? [];
        if (found !== undefined) resolve(found);
      });
    });
  async function quit() {
    if (child.connected) child.disconnect();
    return Number(await ended);
  }
  const both = Promise.all([line(stdout, READY), line(stderr, DEVTOOLS)]);
  try {
    const [url, devtools] = await inTime(
      Promise.race([both, /** @type {Promise<never>} */ (failed)]),
      'The ready line',
    );
    const shown = async () => untilTrue(await findPage(devtools), IS_DRAWN);
    return {
      url,
      devtools,
      pageShown: () => inTime(Promise.race([shown(), /** @type {Promise<never>} */ (failed)]), 'The page'),
      quit,
    };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}
