import type { ParseArgsOptionsConfig } from 'node:util';
import {
  type QueryDoc,
  VectorQueryBodySchema,
  type VectorQueryResult,
  VectorQueryResultSchema,
} from '../../../shared/api/vector.ts';
import { countOf } from '../../../shared/text/format.ts';
import type { ApiClient } from './support/api-client.ts';
import { COMMON_HELP, COMMON_OPTIONS, parseArguments, parseCount, usageError } from './support/arguments.ts';
import { type Call, type Command, EXIT_OK } from './support/command.ts';
import { withServer } from './support/connect.ts';
import { findTarget, type QueryTarget } from './support/find-target.ts';
import { print, printJson } from './support/output.ts';

const NAME = 'query';
/** What the API takes at most. */
const MOST_RESULTS = 1000;

const help = `Usage: tributary query <flow or store> "question" [options]

Finds the passages that answer a question. The first argument is an id or a name.

Options:
  --top-k N         how many passages at most
  --mode MODE       hybrid, vector (by meaning) or keyword (by words)
  --filter key=value   only passages with this metadata; may be given several
                    times; the same key again means any of its values
${COMMON_HELP}

Example:
  tributary query "My documents" "Who looks after the bees?" --top-k 3 --filter source=garden-handbook.pdf`;

type Scalar = string | number | boolean | null;

/** Numbers, true, false and null are meant as such; `"5"` in quotes is the text. */
function readScalar(text: string): Scalar {
  try {
    const value: unknown = JSON.parse(text);
    if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      return value;
  } catch {
    // Not JSON: then it is the text itself.
  }
  return text;
}

function readFilter(texts: readonly string[]): Record<string, Scalar | Scalar[]> {
  const filter = new Map<string, Scalar[]>();
  for (const text of texts) {
    const equals = text.indexOf('=');
    if (equals < 1) throw usageError(NAME, `--filter ${text} is not of the form key=value`);
    const key = text.slice(0, equals);
    filter.set(key, [...(filter.get(key) ?? []), readScalar(text.slice(equals + 1))]);
  }
  return Object.fromEntries(
    [...filter].map(([key, values]) => [key, values.length === 1 ? (values[0] ?? null) : values]),
  );
}

function ask(api: ApiClient, target: QueryTarget, body: object, signal: AbortSignal): Promise<VectorQueryResult> {
  const [path, json] =
    target.kind === 'flow'
      ? [`/vector/query/${encodeURIComponent(target.flow.id)}`, body]
      : ['/document-store/vectorstore/query', { ...body, storeId: target.store.id }];
  return api.ask(path, VectorQueryResultSchema, { method: 'POST', json, signal });
}

function describeDoc({ pageContent, metadata, score, chunkNo }: QueryDoc, index: number): string {
  const source = typeof metadata.source === 'string' ? `${metadata.source}, ` : '';
  const text = pageContent
    .trim()
    .split('\n')
    .map((line) => `   ${line}`.trimEnd());
  return [`${index + 1}. ${source}chunk ${chunkNo} (${score.toFixed(3)})`, ...text].join('\n');
}

const OPTIONS = {
  'top-k': { type: 'string' },
  mode: { type: 'string' },
  filter: { type: 'string', multiple: true, default: [] },
} satisfies ParseArgsOptionsConfig;

async function run(args: readonly string[], call: Call): Promise<number> {
  const { values, positionals } = parseArguments(NAME, args, OPTIONS);
  const [name, ...words] = positionals;
  if (name === undefined || words.length === 0) throw usageError(NAME, 'A flow or store and a question are needed');
  const { mode } = VectorQueryBodySchema.shape;
  const parsedMode = mode.safeParse(values.mode);
  if (!parsedMode.success) throw usageError(NAME, `--mode ${values.mode} is not hybrid, vector or keyword`);
  const body = {
    query: words.join(' '),
    topK: parseCount(NAME, 'top-k', values['top-k'], MOST_RESULTS),
    mode: parsedMode.data,
    ...(values.filter.length === 0 ? {} : { filter: readFilter(values.filter) }),
  };
  const options = { command: NAME, url: values.url, dataDir: values['data-dir'], call };
  const result = await withServer(options, async (api) => ask(api, await findTarget(api, name), body, call.signal));
  if (values.json) printJson(result);
  else if (result.docs.length === 0) print('Nothing was found.');
  else
    print(
      [...result.docs.map(describeDoc), `${countOf(result.docs.length, 'passage')} in ${result.timeTaken} ms`].join(
        '\n\n',
      ),
    );
  return EXIT_OK;
}

export const query = { help, options: { ...COMMON_OPTIONS, ...OPTIONS }, run } satisfies Command;
