// @ts-check
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeBinary, root, say } from './paths.mjs';
import { run } from './run-child.mjs';

/** @typedef {{ what: string, value: number, unit: string, isLeast?: boolean }} Line of `bench-results.json` */
/** @typedef {{ median: number, least: number, most: number }} Spread */
/** @typedef {{ what: string, unit: string, base: Spread, now: Spread, ratio: number, isBetter: boolean }} Comparison */

/** The file with the commits to compare with: `speed COMMIT`, `memory COMMIT`. */
export const BASE_FILE = join(root, 'test', 'bench', 'base');
/** Where other versions are built: not in node_modules, where Node runs no TypeScript. */
const BUILDS = join(tmpdir(), 'tributary-bench');

/**
 * The commits to compare with, by what they are for.
 * @param {string} text of {@link BASE_FILE}; what follows # on a line says why
 * @returns {{ speed: string, memory: string }}
 * @throws {Error} where a line is missing or wrong
 */
export function parseBase(text) {
  const found = new Map(
    text
      .split('\n')
      .map((line) => (line.split('#')[0] ?? '').trim())
      .filter((line) => line !== '')
      .map((line) => {
        const [, name = '', commit = ''] = /^(speed|memory) ([0-9a-f]{7,40})$/.exec(line) ?? [];
        if (name === '')
          throw new Error(`test/bench/base has a line that is not "speed COMMIT" or "memory COMMIT": ${line}`);
        return /** @type {const} */ ([name, commit]);
      }),
  );
  const [speed, memory] = [found.get('speed'), found.get('memory')];
  if (speed === undefined || memory === undefined)
    throw new Error('test/bench/base lacks "speed COMMIT" or "memory COMMIT".');
  return { speed, memory };
}

/** @param {readonly number[]} values @returns {Spread} */
function spreadOf(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const at = (/** @type {number} */ index) => sorted[index] ?? Number.NaN;
  return { median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2, least: at(0), most: at(sorted.length - 1) };
}

/**
 * What the rounds of two versions say of each line that both have.
 * @param {readonly (readonly Line[])[]} base
 * @param {readonly (readonly Line[])[]} now
 * @returns {Comparison[]} `ratio`: now in parts of the base
 */
export function compareRounds(base, now) {
  const [lines = []] = now;
  return lines.flatMap(({ what, unit, isLeast = false }) => {
    const valuesOf = (/** @type {readonly (readonly Line[])[]} */ rounds) =>
      rounds.flatMap((round) => round.find((line) => line.what === what)?.value ?? []);
    const [before, after] = [spreadOf(valuesOf(base)), spreadOf(valuesOf(now))];
    if (Number.isNaN(before.median)) return [];
    const ratio = after.median / before.median;
    return [{ what, unit, base: before, now: after, ratio, isBetter: isLeast ? ratio > 1 : ratio < 1 }];
  });
}

/** @param {readonly string[]} args */
function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}

/**
 * Builds a commit in a folder of its own, where it stays for the next time.
 * @param {string} revision
 * @returns {Promise<{ commit: string, server: string }>}
 * @throws {Error} where git does not know it, or it can't be built
 */
async function buildRevision(revision) {
  const commit = git('rev-parse', '--verify', `${revision}^{commit}`);
  const folder = join(BUILDS, commit);
  const server = join(folder, 'dist', 'server', 'cli.js');
  if (existsSync(server)) return { commit, server };
  say(`Building ${commit.slice(0, 8)} to compare with…`);
  mkdirSync(BUILDS, { recursive: true });
  if (!existsSync(folder)) git('clone', '--quiet', '--shared', '--no-checkout', root, folder);
  execFileSync('git', ['checkout', '--quiet', '--detach', commit], { cwd: folder });
  const code = await run(process.execPath, [join('build', 'build.mjs')], { cwd: folder });
  if (code !== 0) throw new Error(`${commit.slice(0, 8)} could not be built: see its messages above.`);
  return { commit, server };
}

/**
 * One round of the bench of this version on a built server.
 * @param {string | undefined} server undefined: that of this version
 * @param {string} results where it writes what it measured
 * @returns {Promise<readonly Line[]>}
 */
async function measure(server, results) {
  const env = { ...process.env, TRIBUTARY_BENCH_RESULTS: results };
  const more = server === undefined ? {} : { TRIBUTARY_BENCH_SERVER: server };
  rmSync(results, { force: true });
  await run(nodeBinary, [join(root, 'test', 'bench', 'bench.ts')], { cwd: root, env: { ...env, ...more } });
  if (!existsSync(results)) throw new Error('A round of the bench failed: see its messages above.');
  return JSON.parse(readFileSync(results, 'utf8')).lines;
}

/** @param {Spread} spread @param {string} unit */
function describeSpread({ median, least, most }, unit) {
  return `${median.toFixed(3)} ${unit} (${least.toFixed(3)} to ${most.toFixed(3)})`;
}

/** @param {string} commit @param {number} rounds @param {readonly Comparison[]} comparisons */
function report(commit, rounds, comparisons) {
  process.stdout.write(`\nIn turns with ${commit.slice(0, 8)}, medians of ${rounds} rounds (least to most)\n`);
  for (const { what, unit, base, now, ratio, isBetter } of comparisons) {
    const verdict = isBetter ? 'better' : 'worse';
    const values = `${describeSpread(base, unit)} -> ${describeSpread(now, unit)}`;
    process.stdout.write(`${what.padEnd(42)} ${ratio.toFixed(2)}x ${verdict.padEnd(6)} ${values}\n`);
  }
}

/** Whether a line is compared with the commit for memory. */
const isMemory = (/** @type {{ unit: string }} */ { unit }) => unit === 'MB';

/**
 * Measures this version and others in turns, and prints the ratios with their spread.
 * @param {string | undefined} revision undefined: the commits of {@link BASE_FILE}, each for what it is there for
 * @param {number} count how many rounds each is measured
 */
export async function benchAgainst(revision, count) {
  if (!Number.isInteger(count) || count < 1) throw new Error('--rounds takes a whole number from 1 on.');
  const base = parseBase(readFileSync(BASE_FILE, 'utf8'));
  const isOne = base.speed === base.memory;
  /** @type {readonly { name: string, isAsked: (line: { unit: string }) => boolean }[]} */
  const wanted =
    revision !== undefined || isOne
      ? [{ name: revision ?? base.speed, isAsked: () => true }]
      : [
          { name: base.speed, isAsked: (line) => !isMemory(line) },
          { name: base.memory, isAsked: isMemory },
        ];
  for (const { name, isAsked } of wanted) {
    const { commit, server } = await buildRevision(name);
    const results = join(BUILDS, 'results.json');
    /** @type {{ base: (readonly Line[])[], now: (readonly Line[])[] }} */
    const rounds = { base: [], now: [] };
    for (let round = 0; round < count; round += 1) {
      // Each goes first in turn: what the machine does meanwhile falls on both.
      const turns = round % 2 === 0 ? /** @type {const} */ (['base', 'now']) : /** @type {const} */ (['now', 'base']);
      for (const turn of turns) rounds[turn].push(await measure(turn === 'base' ? server : undefined, results));
    }
    report(commit, count, compareRounds(rounds.base, rounds.now).filter(isAsked));
  }
}
