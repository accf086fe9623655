import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { run } from '../../../build/lib/run-child.mjs';
import type { UploadedFile } from '../../helpers/servers/api-client.ts';

const PackagesSchema = z.array(
  z.strictObject({
    package: z.string().regex(/^[a-z-]+@\d+\.\d+\.\d+$/),
    licence: z.string(),
    /** Where its documentation is. */
    folder: z.string(),
    /** Folders that repeat the same paragraphs in every file. */
    leftOut: z.array(z.string()).default([]),
    integrity: z.string().startsWith('sha512-'),
  }),
);
type DocumentedPackage = z.infer<typeof PackagesSchema>[number];

/** The downloads have 4 MB together. */
const FETCH_LIMIT_MS = 3 * 60_000;

function cacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tributary-bench-search');
}

async function mustRun(command: string, args: readonly string[], cwd: string): Promise<void> {
  const shell = command === 'npm' && process.platform === 'win32';
  const code = await run(command, args, { cwd, shell, timeoutMs: FETCH_LIMIT_MS });
  if (code !== 0) throw new Error(`${command} ${args[0]} failed with exit code ${code}: see its messages above.`);
}

/** Fetches a package through npm, with the user's npm configuration. `target` is complete or absent. */
async function fetchPackage({ package: name, integrity }: DocumentedPackage, target: string): Promise<void> {
  mkdirSync(dirname(target), { recursive: true });
  const temporary = mkdtempSync(`${target}-`);
  try {
    await mustRun('npm', ['pack', name, '--silent'], temporary);
    const archive = readdirSync(temporary).find((file) => file.endsWith('.tgz'));
    if (archive === undefined) throw new Error(`npm pack ${name} left no file.`);
    const digest = createHash('sha512')
      .update(readFileSync(join(temporary, archive)))
      .digest('base64');
    if (`sha512-${digest}` !== integrity) {
      throw new Error(`${name} is another than packages.json lists (sha512-${digest}): it is not used.`);
    }
    await mustRun('tar', ['xzf', archive, '--no-same-owner'], temporary);
    renameSync(join(temporary, 'package'), target);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** The Markdown files of the packages that packages.json lists, named by package and path; fetched once, into the user's cache folder. */
export async function readDocuments(): Promise<UploadedFile[]> {
  const packages = PackagesSchema.parse(JSON.parse(readFileSync(new URL('./packages.json', import.meta.url), 'utf8')));
  const files: UploadedFile[] = [];
  for (const one of packages) {
    // The name holds the integrity, so that a package that is listed anew is fetched anew.
    const target = join(cacheFolder(), `${one.package}-${Buffer.from(one.integrity).toString('hex', 7, 15)}`);
    if (!existsSync(target)) await fetchPackage(one, target);
    const folder = join(target, one.folder);
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
    for (const path of paths.filter((name) => name.endsWith('.md')).sort()) {
      if (one.leftOut.some((left) => `${one.folder}/${path}`.startsWith(`${left}/`))) continue;
      const name = `${one.package.replace(/@.*/, '')}-${path.replaceAll('/', '-')}`;
      files.push({ name, content: readFileSync(join(folder, path)) });
    }
  }
  return files;
}
