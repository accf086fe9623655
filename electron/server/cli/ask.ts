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
sentence, and the numbered sources below. What is not there is said, with the nearest
passages. The first argument is an id or a name.

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

/** Of a nearest passage so many characters are shown. */
const MAX_SHOWN = 200;

function nameOf({ passages }: Answer, index: number): string {
  const { source } = passages[index]?.metadata ?? {};
  return typeof source === 'string' ? source : `passage ${index + 1}`;
}

/** What was searched, and the passages that came nearest. */
function describeNearest(answer: Answer, searched: string): string[] {
  const lines = answer.passages.map(({ pageContent }, index) => {
    const text = pageContent.trim().replaceAll(/\s+/g, ' ');
    const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN).toWellFormed()}…` : text;
    return `${index + 1}. ${nameOf(answer, index)}: ${shown}`;
  });
  return lines.length === 0 ? [] : [`${searched}:`, ...lines];
}

/** A line for each number: what it stands for, and how far the source holds the sentence. */
function describeSources(answer: Answer): string[] {
  return answer.citations.map(({ number, sourceIndex, sentence, verdict }) => {
    return `[${number}] ${nameOf(answer, sourceIndex)} (${verdict === 'notFound' ? 'not found' : verdict}): ${sentence}`;
  });
}

async function run(args: readonly string[], call: Call): Promise<number> {
  const { values, positionals } = parseArguments(NAME, args, OPTIONS);
  const [name, ...words] = positionals;
  const question = words.join(' ');
  if (name === undefined || question.trim() === '') throw usageError(NAME, 'A flow or store and a question are needed');
  const answer: Answer = { text: '', passages: [], citations: [], metadata: undefined };
  const onToken = (text: string) => {
    if (!values.json) process.stdout.write(printable(text));
  };
  const options = { command: NAME, url: values.url, dataDir: values['data-dir'], call };
  const searched = await withServer(options, async (api) => {
    const target = await findTarget(api, name);
    const { id, name: ownName } = target.kind === 'flow' ? target.flow : target.store;
    const overrideConfig = values.session === undefined ? undefined : { sessionId: values.session };
    const body = { question, streaming: true, overrideConfig };
    for await (const event of streamAnswer(api, 'predict', { params: { id }, body, signal: call.signal }))
      take(answer, event, onToken);
    return ownName;
  });
  const isRefused = answer.metadata?.details.isRefused === true;
  const below = isRefused ? describeNearest(answer, searched) : describeSources(answer);
  if (values.json) printJson(answer);
  else print(['', ...(below.length > 0 ? ['', ...below] : [])].join('\n'));
  return EXIT_OK;
}

export const ask = { help, options: { ...COMMON_OPTIONS, ...OPTIONS }, run } satisfies Command;
