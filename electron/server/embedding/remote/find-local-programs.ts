import type { LocalProgram } from '../../../../shared/api/answer-models.ts';
import { getFromService } from '../../http/service-dispatcher.ts';
import { fitFirst, namesIn } from './list-models.ts';
import { propertyOf } from './read-answer.ts';

/** A program that may run on this machine, and where it then answers. */
export interface KnownProgram {
  readonly program: string;
  readonly port: number;
  /** Whose format it speaks. */
  readonly format: 'ollama' | 'openai';
  /** Whether it says its models only to who has its key, so that a refusal is an answer of it. */
  readonly wantsKey?: true;
  /** Of several programs at one port, how this one names the owner of its models. */
  readonly owner?: string;
}

const OLLAMA_PORT = 11_434;

/** Those that people have, at the ports that they come with. */
export const KNOWN_PROGRAMS: readonly KnownProgram[] = [
  { program: 'Ollama', port: OLLAMA_PORT, format: 'ollama' },
  { program: 'LM Studio', port: 1234, format: 'openai' },
  { program: 'llama.cpp', port: 8080, format: 'openai', owner: 'llamacpp' },
  { program: 'LocalAI', port: 8080, format: 'openai' },
  { program: 'Jan', port: 1337, format: 'openai', wantsKey: true },
  { program: 'vLLM', port: 8000, format: 'openai' },
  { program: 'GPT4All', port: 4891, format: 'openai' },
];

/** A program on this machine answers at once, or is none. */
const PATIENCE_MS = 300;
const UNAUTHORIZED = 401;

const FORMATS = {
  ollama: { base: '', path: '/api/tags', list: 'models', name: 'name', node: 'chatOllama', param: 'baseUrl' },
  openai: { base: '/v1', path: '/models', list: 'data', name: 'id', node: 'chatOpenAICustom', param: 'basepath' },
} as const;

/**
 * The port at which Ollama answers on this machine, as its variable OLLAMA_HOST says: `host`, `host:port`, or an address.
 * @returns undefined if that is another machine, or makes no sense
 */
export function ollamaPort(host: string | undefined): number | undefined {
  const text = host?.trim() ?? '';
  if (text === '') return OLLAMA_PORT;
  const address = /^\w+:\/\//.test(text) ? text : `http://${text.startsWith(':') ? '127.0.0.1' : ''}${text}`;
  if (!URL.canParse(address)) return undefined;
  const { hostname, port, protocol } = new URL(address);
  const isHere = ['127.0.0.1', 'localhost', '[::1]', '0.0.0.0', '[::]'].includes(hostname);
  if (!isHere || protocol !== 'http:') return undefined;
  // Without a port a written address means that of its scheme, as Ollama itself reads it.
  return port === '' ? (address === text ? 80 : OLLAMA_PORT) : Number(port);
}

/** Who answers at a port, and which models it has; undefined: nobody whom we know. */
async function ask(
  programs: readonly KnownProgram[],
  format: KnownProgram['format'],
  port: number,
  signal: AbortSignal,
): Promise<LocalProgram | undefined> {
  const { base, path, list, name, node, param } = FORMATS[format];
  const origin = `http://127.0.0.1:${port}`;
  const address = `${origin}${base}`;
  const { status, text } = await getFromService(`${address}${path}`, { headers: {}, signal });
  const found = (program: string, models: readonly string[], wantsKey: boolean): LocalProgram => ({
    ...{ program, address: origin, models: [...models], wantsKey, modelParam: 'modelName' },
    chatModel: { name: node, config: { [param]: address } },
  });
  const keyed = programs.find(({ wantsKey }) => wantsKey === true);
  if (status === UNAUTHORIZED && keyed !== undefined) return found(keyed.program, [], true);
  const names = status === 200 ? namesIn(text, { list, name }) : undefined;
  if (names === undefined) return undefined;
  const entries = propertyOf(JSON.parse(text), list);
  const owner = Array.isArray(entries) ? propertyOf(entries[0], 'owned_by') : undefined;
  const program = programs.find((one) => one.owner === owner) ?? programs.find((one) => one.owner === undefined);
  return program === undefined ? undefined : found(program.program, fitFirst(names, 'chat'), false);
}

/** Looks which programs with chat models run on this machine. Nothing else is asked, and each has 300 ms. */
export async function findLocalPrograms(
  signal: AbortSignal,
  {
    programs = KNOWN_PROGRAMS,
    ollamaHost,
    patienceMs = PATIENCE_MS,
  }: {
    readonly programs?: readonly KnownProgram[];
    /** The variable OLLAMA_HOST. */
    readonly ollamaHost?: string | undefined;
    readonly patienceMs?: number;
  } = {},
): Promise<readonly LocalProgram[]> {
  const placed = programs.flatMap((one) => {
    const port = one.format === 'ollama' && ollamaHost !== undefined ? ollamaPort(ollamaHost) : one.port;
    return port === undefined ? [] : [{ ...one, port }];
  });
  const places = Map.groupBy(placed, ({ format, port }) => `${format} ${port}`);
  const asked = [...places.values()].map(async (at): Promise<LocalProgram | undefined> => {
    const [first] = at;
    if (first === undefined) return undefined;
    try {
      return await ask(at, first.format, first.port, AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]));
    } catch {
      // Nothing answers there, or something else than we look for.
      return undefined;
    }
  });
  const found = await Promise.all(asked);
  signal.throwIfAborted();
  return found.filter((one) => one !== undefined);
}
