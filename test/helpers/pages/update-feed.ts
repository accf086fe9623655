import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { _electron } from 'playwright-core';
import { stringify } from 'yaml';
import { testDisplay } from './virtual-display.ts';
import { answerQuestions } from './window-app.ts';

const NAME = 'tributary-99.0.0-linux-x64.AppImage';

/**
 * Serves a feed of updates as a web server does that has the folder of a release, with one much newer version.
 * @param content of the new version
 * @param served what is sent in its place
 */
export async function startUpdateFeed(content: string, served = content) {
  const sha512 = createHash('sha512').update(content).digest('base64');
  const files = [{ url: NAME, sha512, size: content.length }];
  const feed = stringify({ version: '99.0.0', files, path: NAME, sha512, releaseDate: '2026-11-23T00:00:00.000Z' });
  const told = new Set<string>();
  const server = createServer(({ url = '', headers }, response) => {
    told.add(String(headers['x-user-staging-id'] ?? ''));
    const { pathname } = new URL(url, 'http://feed');
    const answer = pathname === '/latest-x64-linux.yml' ? feed : pathname === `/${NAME}` ? served : undefined;
    response.statusCode = answer === undefined ? 404 : 200;
    response.end(answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    /** The numbers by which machines told themselves from others. */
    numbers: () => [...told],
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/**
 * Starts a packed app on a new data folder as if it were the AppImage `installed`, with the address of its updates, and answers each question with the
 * first button.
 */
export async function openForUpdates(unpacked: string, temporary: string, updateUrl: string) {
  const home = mkdtempSync(join(temporary, 'updates-'));
  const dataFolder = join(home, 'data');
  const installed = join(home, 'Tributary.AppImage');
  writeFileSync(installed, 'the version of before');
  mkdirSync(dataFolder, { mode: 0o700 });
  writeFileSync(join(dataFolder, 'settings.json'), JSON.stringify({ updateUrl }));
  const { ELECTRON_RUN_AS_NODE: _, ...inherited } = process.env;
  const app = await _electron.launch({
    executablePath: join(unpacked, 'tributary'),
    args: ['--no-sandbox', '--disable-gpu', '--port', '0', '--data-dir', dataFolder],
    env: {
      ...inherited,
      DISPLAY: await testDisplay(),
      TRIBUTARY_SERVER_NODE: process.execPath,
      APPIMAGE: installed,
      XDG_CACHE_HOME: join(home, 'cache'),
    },
  });
  let output = '';
  app
    .process()
    .stderr?.setEncoding('utf8')
    .on('data', (text: string) => {
      output += text;
    });
  const questions = await answerQuestions(app, 0);
  return {
    installed,
    questions,
    messages: () => output,
    async quit() {
      const ended = once(app.process(), 'exit');
      await app.evaluate(({ app: main }) => main.quit());
      await ended;
    },
  };
}
