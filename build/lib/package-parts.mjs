// @ts-check
import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { listAsar } from './asar.mjs';

/** What comes beside Electron itself may have so much, in bytes of 1,000,000 a megabyte (issue 13; 105 MB in Nov 2026). */
export const BUDGET_BYTES = 120_000_000;

/** @typedef {{ path: string, bytes: number }} PackedFile */
/** @typedef {{ name: string, bytes: number, files: number }} Part */

/** @param {string} folder @returns {PackedFile[]} every file under it, by its path with `/` */
function listFolder(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return { path: relative(folder, path).replaceAll('\\', '/'), bytes: statSync(path).size };
    });
}

/**
 * Our part of a package, whether it was packed as an archive or as a folder.
 * @param {string} resources the folder of that name beside, or in, Electron
 * @returns {PackedFile[]} paths as in the project
 */
export function listPackage(resources) {
  const archive = join(resources, 'app.asar');
  return existsSync(archive) ? listAsar(archive) : listFolder(join(resources, 'app'));
}

/** @param {string} resources @returns {number} bytes on the disk: the archive with its list of files, and what lies beside it */
export function packageBytes(resources) {
  const archive = join(resources, 'app.asar');
  const sum = (/** @type {readonly PackedFile[]} */ files) => files.reduce((total, { bytes }) => total + bytes, 0);
  if (!existsSync(archive)) return sum(listPackage(resources));
  return statSync(archive).size + sum(listAsar(archive).filter(({ isUnpacked }) => isUnpacked));
}

/** @param {string} path @returns {string} the npm package, or the folder under dist */
function partOf(path) {
  const [, name] = /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
  return name ?? path.split('/').slice(0, 2).join('/');
}

/**
 * Adds up files by the part of the app that they belong to.
 * @param {readonly PackedFile[]} files
 * @returns {Part[]} the largest first
 */
export function sumByPart(files) {
  /** @type {Map<string, Part>} */
  const parts = new Map();
  for (const { path, bytes } of files) {
    const name = partOf(path);
    const part = parts.get(name) ?? { name, bytes: 0, files: 0 };
    parts.set(name, { name, bytes: part.bytes + bytes, files: part.files + 1 });
  }
  return [...parts.values()].sort((a, b) => b.bytes - a.bytes);
}

const MANY = 12;

/**
 * The report by part: a line each for the largest, and one for the rest.
 * @param {readonly PackedFile[]} files
 * @returns {string}
 */
export function describeParts(files) {
  const parts = sumByPart(files);
  const rest = parts.slice(MANY);
  /** @param {readonly Part[]} some @param {string} name @returns {Part} */
  const sum = (some, name) => ({
    name,
    bytes: some.reduce((total, { bytes }) => total + bytes, 0),
    files: some.reduce((total, part) => total + part.files, 0),
  });
  const rows = [...parts.slice(0, MANY), sum(rest, `${rest.length} others`), sum(parts, 'together')];
  return rows
    .map(
      ({ name, bytes, files: count }) =>
        `${(bytes / 1e6).toFixed(1).padStart(7)} MB  ${String(count).padStart(5)} files  ${name}`,
    )
    .join('\n');
}

/** The field that names the processor, in the headers of ELF, PE and Mach-O. */
const ELF_MACHINES = new Map([
  [0x3e, 'x64'],
  [0xb7, 'arm64'],
]);
const PE_MACHINES = new Map([
  [0x8664, 'x64'],
  [0xaa64, 'arm64'],
]);
const MACH_MACHINES = new Map([
  [0x0100_0007, 'x64'],
  [0x0100_000c, 'arm64'],
]);
const MACH_64 = 0xfeed_facf;

/**
 * The system and processor that a program or library is for, from its header.
 * @param {string} file
 * @returns {string | undefined} such as `linux-x64`; undefined if it is no program that we know
 */
export function programTarget(file) {
  const start = Buffer.alloc(4096);
  const opened = openSync(file, 'r');
  try {
    const length = readSync(opened, start, 0, start.length, 0);
    if (length < 64) return undefined;
  } finally {
    closeSync(opened);
  }
  if (start.readUInt32BE(0) === 0x7f45_4c46) return `linux-${ELF_MACHINES.get(start.readUInt16LE(18))}`;
  if (start.readUInt32LE(0) === MACH_64) return `darwin-${MACH_MACHINES.get(start.readUInt32LE(4))}`;
  const at = start.readUInt32LE(0x3c);
  if (start.toString('latin1', 0, 2) === 'MZ' && at + 6 <= start.length)
    return `win32-${PE_MACHINES.get(start.readUInt16LE(at + 4))}`;
  return undefined;
}

/**
 * Native libraries that are for another system or processor than the package.
 * @param {string} resources
 * @param {string} target such as `linux-x64`
 * @returns {string[]} paths
 */
export function foreignPrograms(resources, target) {
  const folder = ['app.asar.unpacked', 'app'].map((name) => join(resources, name)).find((path) => existsSync(path));
  if (folder === undefined) return [];
  return listFolder(folder)
    .map(({ path }) => path)
    .filter((path) => /\.(?:node|so|dylib|dll)(?:\.[\d.]+)?$/.test(path))
    .filter((path) => programTarget(join(folder, path)) !== target);
}
