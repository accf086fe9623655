import { randomInt } from 'node:crypto';
import { onTestFailed } from 'vitest';
import { createRandom } from './vector-corpus.ts';

const SEED_VARIABLE = 'TRIBUTARY_KILL_SEED';

/**
 * Random moments for the test that runs. Its failure prints their seed; with the seed in `TRIBUTARY_KILL_SEED` they are the same again.
 * @returns gives a moment by its number, from 0, as a part of the time that something takes: 0 to 1
 */
export function randomMoments(): (number: number) => number {
  const given = process.env[SEED_VARIABLE];
  const seed = given === undefined ? randomInt(2 ** 31) : Number(given);
  let last: string | undefined;
  onTestFailed(() => {
    process.stderr.write(`Random moments: ${last}. ${SEED_VARIABLE}=${seed} gives the same ones again.\n`);
  });
  return (number) => {
    // Of the number alone, so that any one of them can be had without those before it.
    const part = (createRandom(seed + number)() + 1) / 2;
    last = `the last was number ${number}, at ${part.toFixed(4)} of the time`;
    return part;
  };
}
