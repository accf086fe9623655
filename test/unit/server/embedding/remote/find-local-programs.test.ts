import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import {
  findLocalPrograms,
  KNOWN_PROGRAMS,
  type KnownProgram,
  ollamaPort,
} from '../../../../../electron/server/embedding/remote/find-local-programs.ts';
import { nodeDefinitions } from '../../../../../shared/nodes/registry.ts';
import { listenOnFreePort } from '../../../../helpers/fakes/listen-on-free-port.ts';

const { signal } = new AbortController();
/** On a loaded machine an answer may take its time. */
const PATIENT = { patienceMs: 10_000 };

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function listen(server: Server): Promise<number> {
  const { origin, close } = await listenOnFreePort(server);
  closers.push(close);
  return Number(new URL(origin).port);
}

/** Answers one path. */
const fake = (path: string, status: number, body: unknown): Promise<number> =>
  listen(
    createServer(({ url }, response) => {
      response.writeHead(url === path ? status : 404, { 'content-type': 'application/json' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    }),
  );

/** The known program of a name, at another port. */
function at(name: string, port: number): KnownProgram {
  const known = KNOWN_PROGRAMS.find(({ program }) => program === name);
  if (known === undefined) throw new Error(`${name} is not known`);
  return { ...known, port };
}

describe('programs on this machine', () => {
  test('are found with their models, those that embed last, and the node that asks them', async () => {
    const ollama = await fake('/api/tags', 200, { models: [{ name: 'nomic-embed-text' }, { name: 'qwen3:4b' }] });
    const studio = await fake('/v1/models', 200, { data: [{ id: 'gemma-3' }] });
    const programs = [at('Ollama', ollama), at('LM Studio', studio)];
    expect(await findLocalPrograms(signal, { programs, ...PATIENT })).toEqual([
      {
        program: 'Ollama',
        address: `http://127.0.0.1:${ollama}`,
        models: ['qwen3:4b', 'nomic-embed-text'],
        wantsKey: false,
        chatModel: { name: 'chatOllama', config: { baseUrl: `http://127.0.0.1:${ollama}` } },
        modelParam: 'modelName',
      },
      {
        program: 'LM Studio',
        address: `http://127.0.0.1:${studio}`,
        models: ['gemma-3'],
        wantsKey: false,
        chatModel: { name: 'chatOpenAICustom', config: { basepath: `http://127.0.0.1:${studio}/v1` } },
        modelParam: 'modelName',
      },
    ]);
  });

  test('at one port are told apart, and one that wants its key is there, too', async () => {
    const llama = await fake('/v1/models', 200, { data: [{ id: 'a.gguf', owned_by: 'llamacpp' }] });
    const local = await fake('/v1/models', 200, { data: [{ id: 'phi-4' }] });
    const jan = await fake('/v1/models', 401, { error: 'no key' });
    const both = (port: number) => [at('llama.cpp', port), at('LocalAI', port)];
    const programs = [...both(llama), ...both(local), at('Jan', jan)];
    const found = await findLocalPrograms(signal, { programs, ...PATIENT });
    expect(found.map(({ program, models, wantsKey }) => [program, models, wantsKey])).toEqual([
      ['llama.cpp', ['a.gguf'], false],
      ['LocalAI', ['phi-4'], false],
      ['Jan', [], true],
    ]);
  });

  test('that are silent, closed, or others than we look for are none', async () => {
    const silent = await listen(createServer(() => undefined));
    const gone = await fake('/v1/models', 200, {});
    await closers.pop()?.();
    const programs = [
      at('vLLM', silent),
      at('GPT4All', gone),
      at('LM Studio', await fake('/v1/models', 200, '<html>')),
      at('LocalAI', await fake('/v1/models', 401, 'login')),
      at('Ollama', await fake('/api/version', 200, { version: '1' })),
    ];
    const start = performance.now();
    expect(await findLocalPrograms(signal, { programs })).toEqual([]);
    expect(performance.now() - start).toBeLessThan(3000);
  });

  test('are named by nodes with the settings that they fill', () => {
    const { chatOllama, chatOpenAI } = nodeDefinitions;
    expect(Object.keys(chatOllama.params.shape)).toEqual(expect.arrayContaining(['baseUrl', 'modelName']));
    expect(Object.keys(chatOpenAI.params.shape)).toEqual(expect.arrayContaining(['basepath', 'modelName']));
  });

  test.each([
    [undefined, 11_434],
    ['', 11_434],
    ['0.0.0.0', 11_434],
    ['127.0.0.1:8123', 8123],
    [':8123', 8123],
    ['http://localhost:8123', 8123],
    ['http://localhost', 80],
    ['https://localhost:8123', undefined],
    ['models.example.com:11434', undefined],
    ['not an address', undefined],
  ])('Ollama at OLLAMA_HOST=%s answers here at %s', (host, port) => {
    expect(ollamaPort(host)).toBe(port);
  });

  test('Ollama is asked where OLLAMA_HOST says, and not at all where that is another machine', async () => {
    const port = await fake('/api/tags', 200, { models: [{ name: 'qwen3:4b' }] });
    const programs = [at('Ollama', 1)];
    const ask = (ollamaHost: string) => findLocalPrograms(signal, { programs, ollamaHost, ...PATIENT });
    expect(await ask(`127.0.0.1:${port}`)).toMatchObject([{ models: ['qwen3:4b'] }]);
    expect(await ask(`models.example.com:${port}`)).toEqual([]);
  });
});
