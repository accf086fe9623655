import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { commands } from '../../../electron/server/cli/commands.ts';
import { help as serveHelp } from '../../../electron/server/cli/serve.ts';
import {
  EXIT_FAILED,
  EXIT_OK,
  EXIT_USAGE,
  STOP_SIGNALS,
  signalExitCode,
} from '../../../electron/server/cli/support/command.ts';
import { SERVE_OPTIONS } from '../../../electron/server/config.ts';

const page = readFileSync(new URL('../../../docs/cli.md', import.meta.url), 'utf8');

/** The table below a heading row, by its first column. */
function readTable(head: string): ReadonlyMap<string, string> {
  const [, table = ''] = page.split(`${head}\n`);
  const rows = table.split('\n\n', 1)[0]?.matchAll(/^\| (.+?) \| (.+) \|$/gm) ?? [];
  return new Map([...rows].map(([, first = '', second = '']) => [first, second]));
}

const known = await Promise.all([...commands].map(async ([name, { load }]) => ({ name, ...(await load()) })));
const all = [{ name: 'serve', help: serveHelp, options: SERVE_OPTIONS }, ...known];

const optionsIn = (text: string): string[] => [...new Set(text.match(/--[a-z][a-z-]*/g))].sort();

describe('docs/cli.md', () => {
  test('names every command with every option that it takes, and no other', () => {
    const rows = [...readTable('| command | options |')].map(([name, options]) => [name, optionsIn(options)]);
    const taken = all.map(({ name, options }) => [
      `\`${name}\``,
      Object.keys(options)
        .map((option) => `--${option}`)
        .sort(),
    ]);
    expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(taken));
  });

  test('names every call of a command as its help does', () => {
    const calls = known.flatMap(({ help }) => [...help.matchAll(/^(?:Usage:)? +tributary (.+) \[options\]$/gm)]);
    const rows = [...readTable('| command | what it does |').keys()].join(', ');
    expect(calls.length).toBeGreaterThanOrEqual(known.length);
    for (const [, call] of calls) expect(rows).toContain(`\`${call}\``);
  });

  test('names every exit code, and no other', () => {
    const codes = [EXIT_OK, EXIT_FAILED, EXIT_USAGE, ...STOP_SIGNALS.map(signalExitCode)];
    expect([...readTable('| code | meaning |').keys()].sort()).toEqual(codes.map(String).sort());
  });
});

test.each(all)('the help of $name tells of every option that it takes, and no other', ({ help, options }) => {
  // The listing of options; what stands behind may name those of other commands.
  const listed = help.match(/^ {2}--[a-z-]+/gm)?.join() ?? '';
  expect(optionsIn(listed)).toEqual(
    Object.keys(options)
      .map((option) => `--${option}`)
      .sort(),
  );
});
