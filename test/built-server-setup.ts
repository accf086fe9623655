import type { TestProject } from 'vitest/node';
import { buildBundles, staleBundles } from '../build/lib/bundles.mjs';

async function buildServer(): Promise<void> {
  await buildBundles(staleBundles().filter((name) => name === 'server'));
}

/** Before tests that start servers: the built server is that of the sources, also after each change that is watched. */
export async function setup(project: TestProject): Promise<void> {
  await buildServer();
  project.onTestsRerun(buildServer);
}
