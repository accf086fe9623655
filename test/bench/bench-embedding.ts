import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFlow } from '../helpers/builders/flows.ts';
import { createApiClient } from '../helpers/servers/api-client.ts';
import { benchQuery, benchUpsert, createBenchFlow, type Line, startBenchServer, startCalls, timed } from './measure.ts';

const PROSE_BYTES = 1_000_000;
const CHUNK_CHARACTERS = 1000;
/** Between two questions, and two pings. */
const PAUSE_MS = 20;

/** What issue 12 promises. */
const BOUNDS = { chunksPerSecond: 180, longestMs: 100 } as const;

/** Prose of the installed packages: paragraphs of their README files that are sentences, without code. */
function readProse(): string {
  const root = fileURLToPath(new URL('../../node_modules/', import.meta.url));
  const paragraphs = new Set<string>();
  let length = 0;
  for (const file of globSync(['*/README.md', '@*/*/README.md'], { cwd: root }).toSorted()) {
    const text = readFileSync(join(root, file), 'utf8').replaceAll(/```[\s\S]*?```/g, '');
    for (const paragraph of text.split(/\n{2,}/)) {
      const isProse = /^[A-Z][^|<>{}]{80,}[.:]$/.test(paragraph.replaceAll('\n', ' ').trim());
      if (!isProse || paragraphs.has(paragraph)) continue;
      paragraphs.add(paragraph);
      length += paragraph.length;
    }
    if (length > PROSE_BYTES) break;
  }
  return [...paragraphs].join('\n\n').slice(0, PROSE_BYTES);
}

/** The built-in model over prose, with questions and pings meanwhile, against the built server in this data folder. */
export async function benchEmbedding(dataDir: string): Promise<Line[]> {
  const server = await startBenchServer(dataDir);
  try {
    const api = createApiClient(server.url);
    const splitter = { chunkSize: CHUNK_CHARACTERS, chunkOverlap: 0 };
    const id = await createBenchFlow(api, makeFlow({ splitter, records: { cleanup: 'none' } }));
    const prose = readProse();
    // Starts all workers, and has something to find.
    await benchUpsert(api, id, [
      { name: 'first.txt', content: prose.slice(-100 * CHUNK_CHARACTERS).replaceAll('e', 'o') },
    ]);
    await benchQuery(api, id, 'How is it set?');
    const quiet = await timed(() => benchUpsert(api, id, [{ name: 'prose.txt', content: prose }]));
    const other = prose.replaceAll('e', 'a');
    const ping = await startCalls(`${server.url}/api/v1/ping`, { intervalMs: PAUSE_MS });
    const questions = await startCalls(`${server.url}/api/v1/vector/query/${id}`, {
      intervalMs: PAUSE_MS,
      body: JSON.stringify({ query: 'How is option {count} set?', topK: 5 }),
    });
    const busy = await timed(() => benchUpsert(api, id, [{ name: 'other.txt', content: other }]));
    const [question, pinged] = await Promise.all([questions.stop(), ping.stop()]);
    const chunks = quiet.value.numAdded;
    process.stdout.write(
      `${prose.length} characters of prose: ${chunks} chunks in ${quiet.seconds.toFixed(1)} s, ${busy.seconds.toFixed(1)} s beside ${question.count} questions\n`,
    );
    const line = (what: string, value: number): Line => ({
      what,
      value,
      unit: 'ms',
      bound: BOUNDS.longestMs,
      ratio: undefined,
    });
    return [
      {
        what: `Built-in embedding, chunks of ${CHUNK_CHARACTERS}`,
        value: chunks / quiet.seconds,
        unit: '/s',
        bound: BOUNDS.chunksPerSecond,
        isLeast: true,
        ratio: undefined,
      },
      line('Longest question meanwhile', question.longestMs),
      line('Longest /ping meanwhile', pinged.longestMs),
    ];
  } finally {
    await server.stop();
  }
}
