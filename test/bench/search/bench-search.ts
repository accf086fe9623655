import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ContentChunksSchema } from '../../../shared/api/contents.ts';
import { nodeDefinitions } from '../../../shared/nodes/registry.ts';
import { makeFlow } from '../../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../../helpers/builders/temporary-folder.ts';
import { type ApiClient, createApiClient, type UploadedFile } from '../../helpers/servers/api-client.ts';
import { startServerProcess } from '../../helpers/servers/server-process.ts';
import { timed } from '../measure.ts';
import {
  type Baseline,
  BaselineSchema,
  compareMode,
  describeChunks,
  MODES,
  type Mode,
  type Ranks,
} from './baseline.ts';
import { readDocuments } from './documents.ts';
import { type EnglishQuestion, KINDS, type Question, readEnglishQuestions, readLanguageSets } from './questions.ts';
import { DEPTH, rankOf, recallAt, type Score, score } from './score.ts';

/** What issue 12 promises: the share of questions whose passage is the first hit by words, in every language. */
const LANGUAGE_BOUND = 0.8;
const BASELINE = fileURLToPath(new URL('./baseline.json', import.meta.url));
const RESULTS = fileURLToPath(new URL('../../../bench-search-results.json', import.meta.url));

const failures: string[] = [];
const say = (text = ''): void => void process.stdout.write(`${text}\n`);

/** A flow with the app's defaults: File Loader, recursive splitter, built-in model, local store. */
async function fillCollection(api: ApiClient, files: readonly UploadedFile[]): Promise<string> {
  const { id } = await api.createFlow(makeFlow({ loader: nodeDefinitions.fileLoader }));
  const { seconds, value } = await timed(() => api.upsert(id, files));
  say(`${files.length} files, ${value.numAdded} chunks in ${seconds.toFixed(1)} s`);
  return id;
}

async function listTexts(api: ApiClient, id: string): Promise<string[]> {
  const texts: string[] = [];
  let after: string | null = '';
  while (after !== null) {
    const { body } = await api.get(
      `/contents/${id}/chunks?limit=200${after === '' ? '' : `&after=${encodeURIComponent(after)}`}`,
    );
    const page = ContentChunksSchema.parse(body);
    texts.push(...page.chunks.map(({ pageContent }) => pageContent));
    after = page.next;
  }
  return texts;
}

async function ask(api: ApiClient, id: string, { text, anchor }: Question, mode: Mode): Promise<number> {
  const { docs } = await api.query(id, { query: text, topK: DEPTH, mode });
  return rankOf(
    docs.map(({ pageContent }) => pageContent),
    anchor,
  );
}

async function askAll(api: ApiClient, id: string, questions: readonly Question[]): Promise<Ranks[]> {
  const ranks: Ranks[] = [];
  for (const question of questions) {
    const [keyword, vector, hybrid] = [
      await ask(api, id, question, 'keyword'),
      await ask(api, id, question, 'vector'),
      await ask(api, id, question, 'hybrid'),
    ];
    ranks.push({ keyword, vector, hybrid });
  }
  return ranks;
}

const percent = (share: number): string => (share * 100).toFixed(0).padStart(5);

function sayScore(what: string, { count, recallAt1, recallAt5, recallAt10, mrr }: Score): void {
  const recalls = [recallAt1, recallAt5, recallAt10].map(percent).join(' ');
  say(`${what.padEnd(26)} ${String(count).padStart(4)} ${recalls}   ${mrr.toFixed(3)}`);
}

function reportEnglish(questions: readonly EnglishQuestion[], ranks: readonly Ranks[]): void {
  say(`\n${''.padEnd(26)}    n   R@1   R@5  R@10  MRR@10`);
  for (const mode of MODES) {
    const part = (isIn: (question: EnglishQuestion) => boolean): Score =>
      score(
        ranks.filter((_, index) => questions[index] !== undefined && isIn(questions[index])).map((one) => one[mode]),
      );
    sayScore(
      mode,
      part(() => true),
    );
    for (const half of ['A', 'B'] as const) {
      sayScore(
        `  half ${half}`,
        part((question) => question.half === half),
      );
      for (const kind of KINDS) {
        sayScore(
          `    ${half} ${kind}`,
          part((question) => question.half === half && question.kind === kind),
        );
      }
    }
  }
}

function readBaseline(): Baseline | undefined {
  return existsSync(BASELINE) ? BaselineSchema.parse(JSON.parse(readFileSync(BASELINE, 'utf8'))) : undefined;
}

function save(chunks: Baseline['chunks'], questions: readonly EnglishQuestion[], ranks: readonly Ranks[]): void {
  const inLine = (value: object): string =>
    `{ ${Object.entries(value)
      .map(([key, one]) => `"${key}": ${JSON.stringify(one)}`)
      .join(', ')} }`;
  const rows = questions.map(({ text }, index) => `    ${JSON.stringify(text)}: ${inLine(ranks[index] ?? {})}`);
  writeFileSync(BASELINE, `{\n  "chunks": ${inLine(chunks)},\n  "ranks": {\n${rows.join(',\n')}\n  }\n}\n`);
  say(`Saved as ${BASELINE}`);
}

function compare(baseline: Baseline, questions: readonly EnglishQuestion[], ranks: readonly Ranks[]): void {
  say('\nAgainst the baseline: change of MRR@10, better, worse, p of a fall');
  for (const mode of MODES) {
    const found = compareMode(mode, questions, ranks, baseline);
    const change = `${found.change < 0 ? '' : '+'}${found.change.toFixed(3)}`;
    say(`${mode.padEnd(10)} ${change}  ${found.better} better  ${found.worse} worse  p ${found.p.toFixed(3)}`);
    failures.push(...found.failures);
  }
}

async function benchEnglish(api: ApiClient, isSaved: boolean): Promise<object> {
  const questions = readEnglishQuestions();
  const id = await fillCollection(api, await readDocuments());
  const texts = await listTexts(api, id);
  const chunks = describeChunks(texts);
  const baseline = readBaseline();
  const lost = questions.filter(({ anchor }) => rankOf(texts, anchor) === 0);
  if (lost.length > 0) throw new Error(`No chunk contains: ${lost.map(({ anchor }) => anchor).join(' | ')}`);
  const isSameSet = baseline !== undefined && baseline.chunks.sha256 === chunks.sha256;
  if (!isSaved && !isSameSet) {
    throw new Error(
      `The chunks are not those of the baseline (${chunks.count} now, ${baseline?.chunks.count ?? 0} then): reading or splitting has changed, so ranks can't be compared. Measure a change of ranking before it; then save a new baseline with --save.`,
    );
  }
  const ranks = await askAll(api, id, questions);
  reportEnglish(questions, ranks);
  if (isSaved) save(chunks, questions, ranks);
  else if (isSameSet) compare(baseline, questions, ranks);
  return { chunks, questions: questions.map((question, index) => ({ ...question, ...ranks[index] })) };
}

/** All languages in one collection. */
async function benchLanguages(api: ApiClient): Promise<object> {
  const sets = readLanguageSets();
  const files = sets.flatMap(({ language, passages }) =>
    passages.map((content, place) => ({ name: `${language}-${place + 1}.txt`, content })),
  );
  const id = await fillCollection(api, files);
  say(`\n${'R@1'.padEnd(26)}    n ${MODES.map((mode) => mode.padStart(8)).join('')}`);
  const results: object[] = [];
  for (const { language, questions } of sets) {
    const ranks = await askAll(api, id, questions);
    const byMode = MODES.map((mode) =>
      recallAt(
        ranks.map((one) => one[mode]),
        1,
      ),
    );
    const [byWords = 0] = byMode;
    const isUnder = byWords < LANGUAGE_BOUND;
    const line = `${language.padEnd(26)} ${String(questions.length).padStart(4)} ${byMode.map((share) => percent(share).padStart(8)).join('')}`;
    say(`${line}${isUnder ? '  UNDER' : ''}`);
    if (isUnder)
      failures.push(`${language}: R@1 by words is ${percent(byWords).trim()} %, not ${LANGUAGE_BOUND * 100} %`);
    results.push({ language, questions: questions.map(({ text }, index) => ({ text, ...ranks[index] })) });
  }
  return results;
}

const folder = makeTemporaryFolder();
try {
  const server = await startServerProcess({ dataDir: join(folder.path, 'data'), isBuilt: true });
  try {
    const api = createApiClient(server.url);
    const { seconds, value } = await timed(async () => ({
      english: await benchEnglish(api, process.argv.includes('--save')),
      languages: await benchLanguages(api),
    }));
    writeFileSync(RESULTS, `${JSON.stringify(value, null, 1)}\n`);
    say(`\n${seconds.toFixed(0)} s. ${failures.length === 0 ? 'All bounds hold.' : 'FAILED:'}`);
    for (const failure of failures) say(`  ${failure}`);
  } finally {
    await server.stop();
  }
} finally {
  folder.remove();
}
if (failures.length > 0) process.exitCode = 1;
