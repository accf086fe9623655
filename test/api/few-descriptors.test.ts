import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { makeFlow } from '../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { createApiClient } from '../helpers/servers/api-client.ts';
import { startServerProcess } from '../helpers/servers/server-process.ts';

const MOST = 64;
const BOUNDARY = 'part';
const BODY = [
  `--${BOUNDARY}`,
  'content-disposition: form-data; name="files"; filename="a.txt"',
  'content-type: text/plain',
  '',
  'Words.',
  `--${BOUNDARY}--`,
  '',
].join('\r\n');

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** Over a connection that is there already: another one could not be had. */
function send(agent: Agent, url: string, body?: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
    const sent = request(url, { agent, method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** Opens connections until the process can't open any file more; the last of them are refused. */
async function takeAll(port: number, sockets: Socket[]): Promise<void> {
  let refused = 0;
  while (refused < 3) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    sockets.push(socket);
    // One that is taken is answered, one that is not is closed.
    const isTaken = new Promise((resolve) => {
      socket.once('data', () => resolve(true)).once('close', () => resolve(false));
    });
    socket.write('GET /api/v1/ping HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
    if (!(await isTaken)) refused += 1;
  }
}

test.skipIf(process.platform !== 'linux')(
  'with every file that the system allows (ulimit -n 64) open, an upsert is 503 with what to do, and works again after',
  async () => {
    const folder = makeTemporaryFolder();
    const fake = await startFakeOpenAI();
    const server = await startServerProcess({ dataDir: folder.path, mostFiles: MOST });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sockets: Socket[] = [];
    ends.push(
      () => folder.remove(),
      () => fake.close(),
      () => server.kill(),
      () => agent.destroy(),
      () => sockets.map((socket) => socket.destroy()),
    );
    const { id } = await createApiClient(server.url).createFlow(makeFlow({ basepath: fake.basepath }));
    const upsert = () => send(agent, `${server.url}/api/v1/vector/upsert/${id}`, BODY);
    expect(await upsert()).toMatchObject({ status: 200 });

    await takeAll(Number(new URL(server.url).port), sockets);
    const { status, text } = await upsert();
    expect(status).toBe(503);
    expect(JSON.parse(text)).toMatchObject({ code: 'TOO_MANY_OPEN', message: expect.stringContaining('ulimit -n') });

    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await upsert()).status).toBe(200);
  },
);
