import type { ParseArgsOptionsConfig } from 'node:util';
import {
  type QueryDoc,
  type VectorQueryBody,
  VectorQueryBodySchema,
  type VectorQueryResult,
} from '../../../shared/api/vector.ts';
import type { ApiClient } from '../../../shared/client/api-client.ts';
import { countOf } from '../../../shared/text/format.ts';
import { COMMON_HELP, COMMON_OPTIONS, parseArguments, parseCount, usageError } from './support/arguments.ts';
import { type Call, type Command, EXIT_OK } from './support/command.ts';
import { withServer } from './support/connect.ts';
import { findTarget, type QueryTarget } from './support/find-target.ts';
import { print, printJson } from './support/output.ts';

const NAME = 'query';
/** The limit of the API. */
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

/** Numbers, true, false and null are read as JSON; `"5"` in quotes is text. */
function readScalar(text: string): Scalar {
  try {
    const value: unknown = JSON.parse(text);
    if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      return value;
  } catch {
    // Not JSON: the value is the text itself.
  }
  return text;
}

/** A single value is passed as it is, several as alternatives, where the API does not accept `null`. */
function toCondition(key: string, values: readonly Scalar[]): Scalar | Exclude<Scalar, null>[] {
  const [first = null, ...others] = values;
  if (others.length === 0) return first;
  const known = values.filter((value) => value !== null);
  if (known.length < values.length) throw usageError(NAME, `--filter ${key}=null goes with no other value of ${key}`);
  return known;
}

function readFilter(texts: readonly string[]): VectorQueryBody['filter'] {
  const filter = new Map<string, Scalar[]>();
  for (const text of texts) {
    const equals = text.indexOf('=');
    if (equals < 1) throw usageError(NAME, `--filter ${text} is not of the form key=value`);
    const key = text.slice(0, equals);
    filter.set(key, [...(filter.get(key) ?? []), readScalar(text.slice(equals + 1))]);
  }
  return Object.fromEntries([...filter].map(([key, values]) => [key, toCondition(key, values)]));
}

function queryTarget(
  api: ApiClient,
  target: QueryTarget,
  body: VectorQueryBody,
  signal: AbortSignal,
): Promise<VectorQueryResult> {
  return target.kind === 'flow'
    ? api.call('queryVector', { params: { id: target.flow.id }, body, signal })
    : api.call('queryDocumentStore', { body: { ...body, storeId: target.store.id }, signal });
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
  const result = await withServer(options, async (api) =>
    queryTarget(api, await findTarget(api, name), body, call.signal),
  );
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
