import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { z } from 'zod';
import { bundledPackages } from './bundled-packages.ts';

const FILE = 'licences.json';

const LockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
});

/** The folder of a package in the lockfile, by the path of one of its modules. */
function folderOf(moduleId: string): string | undefined {
  const [path = ''] = moduleId.split('?');
  return /.*(node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path.replaceAll('\\', '/'))?.[1];
}

/**
 * The packages that the app is made of: those that the server needs or has built in, and those that these modules of the page come from.
 * @returns JSON: name, version and licence of each, as the packages state it
 */
function listLicences(moduleIds: Iterable<string>): string {
  const lock = LockSchema.parse(JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')));
  const builtIn = new Set([
    ...Array.from(moduleIds, folderOf),
    ...bundledPackages.map((name) => `node_modules/${name}`),
  ]);
  const rows = Object.entries(lock.packages).flatMap(([folder, { version, license, dev, link }]) => {
    if (version === undefined || link === true || !folder.includes('node_modules/')) return [];
    if (dev === true && !builtIn.has(folder)) return [];
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return [{ name, version, licence: license ?? 'not stated' }];
  });
  return JSON.stringify(rows.toSorted((a, b) => a.name.localeCompare(b.name)));
}

/** Puts the list of packages and their licences beside the page; while developing, that of the server's packages. */
export function licenceList(): Plugin {
  return {
    name: 'licence-list',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
      this.emitFile({ type: 'asset', fileName: FILE, source: listLicences(modules) });
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${FILE}`, (_request, response) => {
        response.setHeader('content-type', 'application/json');
        response.end(listLicences([]));
      });
    },
  };
}
