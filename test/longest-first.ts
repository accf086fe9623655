import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The suites in the order of how long one of their files takes: what is quick fills the gaps that the slow ones leave at the end. */
const suites = ['e2e', 'durability', 'api', 'isolated', 'unit'];

function place(spec: TestSpecification): number {
  return suites.indexOf(spec.project.name);
}

/** A number for this file that looks random and is the same for the same seed. */
function shuffled(seed: string, spec: TestSpecification): string {
  return createHash('sha256').update(`${seed} ${spec.moduleId}`).digest('hex');
}

/**
 * Suite by suite, since a worker goes on with the next file of its suite only; within a suite the files that took longest in the last run first, the
 * largest ones where there was none. With TRIBUTARY_TEST_ORDER they come in an order of their own for each value, to find tests that depend on others.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seed = process.env.TRIBUTARY_TEST_ORDER;
    const sorted =
      seed === undefined
        ? await super.sort(files)
        : files.toSorted((a, b) => shuffled(seed, a).localeCompare(shuffled(seed, b)));
    return sorted.toSorted((a, b) => place(a) - place(b));
  }
}
