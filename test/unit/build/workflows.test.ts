import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { root } from '../../../build/lib/paths.mjs';
import { makeTemporaryFolder } from '../../helpers/builders/temporary-folder.ts';

// The parser imports its schema without saying that it is JSON, which Node refuses.
const hooks = registerHooks({
  load(url, context, next) {
    const importAttributes = url.endsWith('.json') ? { type: 'json' } : context.importAttributes;
    return next(url, { ...context, importAttributes });
  },
});
const { NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser');
hooks.deregister();

const folder = join(root, '.github', 'workflows');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

test.each(readdirSync(folder))('%s is a workflow that GitHub understands', (name) => {
  const { context } = parseWorkflow({ name, content: read(name) }, new NoOperationTraceWriter());
  expect(context.errors.getErrors().map(({ message }) => message)).toEqual([]);
});

test('a workflow with an unknown field, or an expression that is none, is refused', () => {
  const content = read('release.yml')
    .replace('timeout-minutes: 60', 'time-out: 60')
    .replace('matrix.runner }}', 'matrix..runner }}');
  const { context } = parseWorkflow({ name: 'wrong.yml', content }, new NoOperationTraceWriter());
  expect(context.errors.getErrors().length).toBeGreaterThanOrEqual(2);
});

describe('A release', () => {
  const StepSchema = z.looseObject({
    run: z.string().optional(),
    env: z.record(z.string(), z.string()).default({}),
  });
  const { jobs } = z
    .object({
      jobs: z.object({
        installers: z.object({
          strategy: z.object({
            matrix: z.object({ include: z.array(z.object({ name: z.string(), runner: z.string() })) }),
          }),
          steps: z.array(StepSchema),
        }),
        server: z.object({ steps: z.array(StepSchema) }),
      }),
    })
    .parse(parse(read('release.yml')));

  test('is built for every system and processor on its own machine', () => {
    const names = jobs.installers.strategy.matrix.include.map(({ name }) => name);
    const systems = ['linux', 'macos', 'windows'];
    expect(names.sort()).toEqual(systems.flatMap((system) => [`${system}-arm64`, `${system}-x64`]));
  });

  test.each([
    ['as a file', '-----BEGIN PRIVATE KEY-----\nMIGT\n-----END PRIVATE KEY-----', true],
    ['not at all without one', '', false],
  ])('hands Apple’s key to notarising %s', (_, key, isHanded) => {
    const { steps } = jobs.installers;
    const build = steps.find(({ run = '' }) => run === 'npm run dist');
    // electron-builder reads the path of a file there, not its text.
    expect(build?.env.APPLE_API_KEY).toBeUndefined();
    const keep = steps.find(({ env }) => env.KEY?.includes('secrets.APPLE_API_KEY'));
    const folder = makeTemporaryFolder();
    const [variables, file] = [join(folder.path, 'variables'), join(folder.path, 'key.p8')];
    execFileSync('bash', ['-e', '-c', keep?.run ?? 'exit 1'], {
      env: { ...process.env, KEY: key, RUNNER_TEMP: folder.path, GITHUB_ENV: variables },
    });
    expect(existsSync(file) && readFileSync(file, 'utf8')).toBe(isHanded && `${key}\n`);
    expect(existsSync(variables) && readFileSync(variables, 'utf8')).toBe(isHanded && `APPLE_API_KEY=${file}\n`);
    folder.remove();
  });

  test('runs only commands of package.json and files that there are', () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
    const commands = [...jobs.installers.steps, ...jobs.server.steps].map(({ run = '' }) => run).join('\n');
    const asked = [...commands.matchAll(/npm run (\S+)/g)].map(([, name = '']) => name);
    expect(asked).toEqual(expect.arrayContaining(['dist', 'dist:npm']));
    expect(asked.filter((name) => !(name in scripts))).toEqual([]);
    for (const [path] of commands.matchAll(/\b(?:build|test)\/[\w/.-]+/g))
      expect(readFileSync(join(root, path))).toBeTruthy();
  });
});
