import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { root } from '../../../build/lib/paths.mjs';

/** Of the project, but not its sources. */
const NOT_OURS = new Set([
  'node_modules',
  'dist',
  'release',
  'coverage',
  '.git',
  '.dev-data',
  'test-results',
  'fixtures',
]);

/** All files and folders, from the project's folder, with slashes; folders without one at their end. */
function listTree(folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !NOT_OURS.has(name))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      return entry.isDirectory() ? [path, ...listTree(path)] : [path];
    });
}

const tree = new Set(listTree());
const names = new Set([...tree].map((path) => basename(path)));
const topFolders = new Set([...tree].filter((path) => !path.includes('/')));
const pages = [...tree].filter((path) => path.endsWith('.md')).sort();
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

function textOf(page: string): string {
  return readFileSync(join(root, page), 'utf8');
}

/** Without blocks of code, where nothing is a link. */
function proseOf(page: string): string {
  return textOf(page).replaceAll(/^```.*?^```/gms, '');
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): Set<string> {
  const headings = [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  );
}

/** What is wrong with a link of a page; undefined: nothing. */
function problemOfLink(page: string, link: string): string | undefined {
  if (/^[a-z]+:/.test(link)) return undefined;
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : posix.join(dirname(page), decodeURIComponent(path)).replace(/\/$/, '');
  if (!tree.has(target)) return `${link}: there is no ${target}`;
  if (anchor !== undefined && !anchorsOf(target).has(anchor)) return `${link}: ${target} has no such heading`;
  return undefined;
}

/** Whether words in code are meant as a path of the project. */
function isPath(code: string): boolean {
  if (!/^[\w.@*<>/-]+$/.test(code) || code.startsWith('/') || code.startsWith('.')) return false;
  const [first = ''] = code.split('/');
  return /\.(ts|tsx|mjs|cjs)$/.test(code) || (code.includes('/') && topFolders.has(first) && !code.includes('.js'));
}

/** Placeholders stand for any part of a name. A path is meant from the project's folder, from the page's, or from the server's; a bare name from anywhere. */
function isThere(page: string, code: string): boolean {
  const [path = ''] = code.replace(/\/$/, '').split(/\/?</);
  const pattern = new RegExp(`^${path.replaceAll('.', '[.]').replaceAll(/\*+/g, '[^/]*')}$`);
  if (!path.includes('/')) return path === '' || [...names].some((name) => pattern.test(name));
  const folders = ['', dirname(page), 'electron/server', 'electron'].map((folder) =>
    folder === '' ? '' : `${folder}/`,
  );
  return [...tree].some((known) =>
    folders.some((folder) => known.startsWith(folder) && pattern.test(known.slice(folder.length))),
  );
}

describe.each(pages)('%s', (page) => {
  test('links to what there is', () => {
    const links = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    expect(links.map((link) => problemOfLink(page, link)).filter((problem) => problem !== undefined)).toEqual([]);
  });

  test('names files and folders that there are', () => {
    const paths = [...proseOf(page).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code).filter(isPath);
    expect(paths.filter((path) => !isThere(page, path))).toEqual([]);
  });

  test('names commands that there are', () => {
    const commands = [...textOf(page).matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name = '']) => name);
    expect(commands.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});

test('the pages are those of the project, its docs and its folders', () => {
  expect(pages).toEqual(
    expect.arrayContaining([
      'CONTRIBUTING.md',
      'README.md',
      'docs/architecture.md',
      'electron/server/stores/README.md',
    ]),
  );
});

test('“Where do I change …?” has ten answers', () => {
  const [, section = ''] = /^## Where do I change …\?\n(.*?)^## /ms.exec(textOf('CONTRIBUTING.md')) ?? [];
  expect(section.match(/^\| (?!what \|)/gm)).toHaveLength(10);
});

test('the debugger is told of files that there are', () => {
  const named = [
    ...readFileSync(join(root, '.vscode', 'launch.json'), 'utf8').matchAll(/"\$\{workspaceFolder\}\/([^"*]+?)"/g),
  ];
  const own = named.map(([, path = '']) => path).filter((path) => !/^(node_modules|\.dev-data)/.test(path));
  expect(own.length).toBeGreaterThan(0);
  expect(own.filter((path) => !tree.has(path))).toEqual([]);
});
