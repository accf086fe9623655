import type { ParseArgsOptionsConfig } from 'node:util';
import type { AnswerCitation, AnswerEvent, FoundPassage } from '../../../shared/api/predictions.ts';
import { ApiError } from '../../../shared/client/api-error.ts';
import { streamAnswer } from '../../../shared/client/stream-answer.ts';
import { COMMON_HELP, COMMON_OPTIONS, parseArguments, usageError } from './support/arguments.ts';
import { type Call, type Command, EXIT_OK } from './support/command.ts';
import { withServer } from './support/connect.ts';
import { findTarget } from './support/find-target.ts';
import { print, printable, printJson } from './support/output.ts';

const NAME = 'ask';

const help = `Usage: tributary ask <flow or store> "question" [options]

Answers a question from what a flow or document store holds, with a number for each
sentence, and the numbered sources below. The first argument is an id or a name.

Options:
  --session NAME    the conversation that the question belongs to
${COMMON_HELP}

Example:
  tributary ask "My documents" "Who looks after the bees?"`;

const OPTIONS = { session: { type: 'string' } } satisfies ParseArgsOptionsConfig;

/** What an answer of events comes to. */
interface Answer {
  text: string;
  passages: readonly FoundPassage[];
  citations: readonly AnswerCitation[];
  metadata: Extract<AnswerEvent, { event: 'metadata' }>['data'] | undefined;
}

/** @throws ApiError for an answer that failed */
function take(answer: Answer, event: AnswerEvent, onToken: (text: string) => void): void {
  switch (event.event) {
    case 'token':
      answer.text += event.data;
      onToken(event.data);
      return;
    case 'passages':
      answer.passages = event.data;
      return;
    case 'citations':
      answer.citations = event.data;
      return;
    case 'metadata':
      answer.metadata = event.data;
      return;
    case 'error': {
      const { data, code, nodeId } = event;
      throw new ApiError(data, { status: 200, code, nodeId });
    }
  }
}

/** A line for each number: what it stands for, and how far the source holds the sentence. */
function describeSources({ passages, citations }: Answer): string[] {
  return citations.map(({ number, sourceIndex, sentence, verdict }) => {
    const { source } = passages[sourceIndex]?.metadata ?? {};
    const name = typeof source === 'string' ? source : `passage ${sourceIndex + 1}`;
    return `[${number}] ${name} (${verdict === 'notFound' ? 'not found' : verdict}): ${sentence}`;
  });
}

async function run(args: readonly string[], call: Call): Promise<number> {
  const { values, positionals } = parseArguments(NAME, args, OPTIONS);
  const [name, ...words] = positionals;
  if (name === undefined || words.length === 0) throw usageError(NAME, 'A flow or store and a question are needed');
  const answer: Answer = { text: '', passages: [], citations: [], metadata: undefined };
  const onToken = (text: string) => {
    if (!values.json) process.stdout.write(printable(text));
  };
  const options = { command: NAME, url: values.url, dataDir: values['data-dir'], call };
  await withServer(options, async (api) => {
    const target = await findTarget(api, name);
    const { id } = target.kind === 'flow' ? target.flow : target.store;
    const overrideConfig = values.session === undefined ? undefined : { sessionId: values.session };
    const body = { question: words.join(' '), streaming: true, overrideConfig };
    for await (const event of streamAnswer(api, 'predict', { params: { id }, body, signal: call.signal }))
      take(answer, event, onToken);
  });
  if (values.json) printJson(answer);
  else print(['', ...(answer.citations.length > 0 ? ['', ...describeSources(answer)] : [])].join('\n'));
  return EXIT_OK;
}

export const ask = { help, options: { ...COMMON_OPTIONS, ...OPTIONS }, run } satisfies Command;
