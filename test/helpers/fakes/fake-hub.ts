import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onnxGraph } from '../../../build/model/onnx-graph.ts';
import { listenOnFreePort } from './listen-on-free-port.ts';

/** The words of the tiny model; a word's index is its token id. */
export const TINY_VOCABULARY = [
  '[PAD]',
  '[UNK]',
  '[CLS]',
  '[SEP]',
  ...['the', 'cat', 'sat', 'on', 'mat', 'query', 'passage', ':', 'represent', 'this', 'sentence'],
];
export const TINY_WIDTH = 32;
/** The token limit of the tiny model, start and end marks included. */
export const TINY_MAX_TOKENS = 16;
/** More rows than words, so that the file is large enough for a partial download. */
const TABLE_ROWS = 4000;

const MODEL_FILE = 'onnx/model_quantized.onnx';

/** The tiny model's output for a token id, before pooling. */
export function tinyTokenVector(tokenId: number): number[] {
  return Array.from({ length: TINY_WIDTH }, (_, column) => Math.fround(Math.sin(1 + tokenId * TINY_WIDTH + column)));
}

function tinyOnnx(): Buffer {
  const table = Float32Array.from({ length: TABLE_ROWS }, (_, row) => row);
  const rows = Float32Array.from(Array.from(table).flatMap(tinyTokenVector));
  const graph = onnxGraph('tiny');
  const ids = graph.input('input_ids', 'int64', ['batch', 'tokens']);
  const tokens = graph.constant('table', rows, [TABLE_ROWS, TINY_WIDTH]);
  const gathered = graph.node({ type: 'Gather', inputs: [tokens, ids], attributes: { axis: { int: 0 } } });
  graph.output('last_hidden_state', gathered, ['batch', 'tokens', TINY_WIDTH]);
  return Buffer.from(graph.finish());
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

function tinyTokenizer(): Buffer {
  const special = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'].map((content, id) => ({
    id,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  }));
  const mark = (id: string) => ({ SpecialToken: { id, type_id: 0 } });
  return json({
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: special,
    normalizer: { type: 'Lowercase' },
    pre_tokenizer: { type: 'Whitespace' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [mark('[CLS]'), { Sequence: { id: 'A', type_id: 0 } }, mark('[SEP]')],
      pair: [mark('[CLS]'), { Sequence: { id: 'A', type_id: 0 } }, mark('[SEP]')],
      special_tokens: {
        '[CLS]': { id: '[CLS]', ids: [2], tokens: ['[CLS]'] },
        '[SEP]': { id: '[SEP]', ids: [3], tokens: ['[SEP]'] },
      },
    },
    decoder: null,
    model: {
      type: 'WordLevel',
      vocab: Object.fromEntries(TINY_VOCABULARY.map((word, id) => [word, id])),
      unk_token: '[UNK]',
    },
  });
}

/** The files of a small but valid model: it looks up token vectors in a table. */
export function tinyModelFiles(): Map<string, Buffer> {
  return new Map([
    [
      'config.json',
      json({ model_type: 'bert', hidden_size: TINY_WIDTH, max_position_embeddings: TINY_MAX_TOKENS, vocab_size: 15 }),
    ],
    ['tokenizer.json', tinyTokenizer()],
    [
      'tokenizer_config.json',
      json({
        tokenizer_class: 'BertTokenizer',
        model_max_length: TINY_MAX_TOKENS,
        unk_token: '[UNK]',
        pad_token: '[PAD]',
        cls_token: '[CLS]',
        sep_token: '[SEP]',
      }),
    ],
    [MODEL_FILE, tinyOnnx()],
  ]);
}

export interface FakeHubRequest {
  readonly file: string;
  readonly range: string | undefined;
}

export interface FakeHubOptions {
  /** Files of every model, by path; those of the tiny model by default. */
  readonly files?: Map<string, Buffer>;
  /** After how many bytes to cut this answer; undefined does not cut it. */
  readonly cutAfter?: (request: FakeHubRequest) => number | undefined;
  /** Awaited before the connection is cut, so that the sent bytes can arrive. */
  readonly beforeCut?: () => Promise<void>;
  /** A status to answer with instead of the file; the list of files is the file "". */
  readonly status?: (request: FakeHubRequest) => number | undefined;
  /** Where to send whoever asks for a file. */
  readonly redirect?: (request: FakeHubRequest) => string | undefined;
  /** Lists other files than are sent, or answers something else instead of a list. */
  readonly listed?: ReadonlyMap<string, Buffer> | string;
}

export interface FakeHub {
  readonly url: string;
  /** For files, in the order of arrival. */
  readonly requests: readonly FakeHubRequest[];
  /** The commit that files are given of; a change is one of what the hub lists. */
  revision: string;
  close(): Promise<void>;
}

function firstByte(request: IncomingMessage, etag: string): number {
  const [, start] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? [];
  const isSameVersion = request.headers['if-range'] === undefined || request.headers['if-range'] === etag;
  return start !== undefined && isSameVersion ? Number(start) : 0;
}

interface Cut {
  readonly afterBytes: number;
  before(): Promise<void>;
}

function sendFile(request: IncomingMessage, response: ServerResponse, bytes: Buffer, cut: Cut | undefined): void {
  const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
  const start = firstByte(request, etag);
  const rest = bytes.subarray(start);
  response.writeHead(start > 0 ? 206 : 200, {
    etag,
    'content-length': rest.length,
    ...(start > 0 ? { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` } : {}),
  });
  if (cut === undefined || cut.afterBytes >= rest.length) {
    response.end(rest);
    return;
  }
  response.write(rest.subarray(0, cut.afterBytes));
  cut.before().finally(() => response.destroy());
}

/** As the hub lists them: large files with the hash of their content, small ones by Git's name. */
function listFiles(files: ReadonlyMap<string, Buffer>): object[] {
  return [...files].map(([rfilename, bytes]) => {
    const blobId = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
    const lfs = { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length };
    return { rfilename, size: bytes.length, blobId, ...(rfilename === MODEL_FILE ? { lfs } : {}) };
  });
}

/**
 * Starts a local server that serves model files as the Hugging Face hub does: `/api/models/<owner>/<name>/revision/main`, and `/<owner>/<name>/resolve/<commit>/<file>`
 * with byte ranges and ETags.
 */
export async function startFakeHub(options: FakeHubOptions = {}): Promise<FakeHub> {
  const { files = tinyModelFiles(), cutAfter, beforeCut = async () => undefined, status, redirect } = options;
  const requests: FakeHubRequest[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const [, revision, file = ''] = /^\/[^/]+\/[^/]+\/resolve\/([^/]+)\/(.+)$/.exec(path) ?? [];
    const received = { file, range: request.headers.range };
    const isList = path.startsWith('/api/models/');
    if (!isList) requests.push(received);
    const scripted = status?.(received);
    const target = isList ? undefined : redirect?.(received);
    const bytes = revision === hub.revision ? files.get(file) : undefined;
    const afterBytes = cutAfter?.(received);
    const cut = afterBytes === undefined ? undefined : { afterBytes, before: beforeCut };
    if (target !== undefined) response.writeHead(302, { location: target }).end();
    else if (scripted !== undefined || (bytes === undefined && !isList)) {
      response.writeHead(scripted ?? 404).end('not the file');
    } else if (bytes === undefined) {
      const { listed = files } = options;
      const list = JSON.stringify({ sha: hub.revision, siblings: typeof listed === 'string' ? [] : listFiles(listed) });
      response.writeHead(200).end(typeof listed === 'string' ? listed : list);
    } else sendFile(request, response, bytes, cut);
  });
  const { origin, close } = await listenOnFreePort(server);
  const hub: FakeHub = { url: origin, requests, revision: 'a'.repeat(40), close };
  return hub;
}
