// @ts-check
// `npm run lock`: updates package-lock.json with the packages of every system. If a registry mirror has binaries of only one system, npm leaves the
// others out, and `npm ci` then rejects the lockfile on every system.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('..', import.meta.url));
const file = `${top}package-lock.json`;

const SYSTEMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'linuxmusl',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
  'wasi',
];
const PROCESSORS = [
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
  'universal',
];

/**
 * Reads system, processor and C library from a binary package's name, such as `@oxc-parser/binding-linux-x64-musl`.
 * @param {string} name
 */
function platformOf(name) {
  const words = name.slice(name.indexOf('/') + 1).split(/[-_.]/);
  const system = words.find((word) => SYSTEMS.includes(word)) ?? (name === 'fsevents' ? 'darwin' : undefined);
  const processor = words.find((word) => PROCESSORS.includes(word));
  const libc =
    system === 'linuxmusl' || words.some((word) => word.startsWith('musl'))
      ? 'musl'
      : words.some((word) => word.startsWith('gnu'))
        ? 'glibc'
        : undefined;
  return {
    ...(processor === undefined || processor === 'universal' ? {} : { cpu: [processor] }),
    ...(system === undefined || system === 'wasi' ? {} : { os: [system === 'linuxmusl' ? 'linux' : system] }),
    ...(system === 'linux' || system === 'linuxmusl' ? (libc === undefined ? {} : { libc: [libc] }) : {}),
  };
}

const { status } = spawnSync('npm', ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'], {
  cwd: top,
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
if (status !== 0) process.exit(status ?? 1);

const lock = JSON.parse(readFileSync(file, 'utf8'));
let added = 0;
for (const entry of Object.values(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    const path = `node_modules/${name}`;
    if (lock.packages[path] !== undefined) continue;
    const platform = platformOf(name);
    if (platform.os === undefined && platform.cpu === undefined) continue;
    lock.packages[path] = {
      version: range.replace(/^[^\d]*/, ''),
      ...platform,
      ...(entry.dev === true ? { dev: true } : {}),
      optional: true,
    };
    added += 1;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
process.stderr.write(`${added} packages of other systems added to package-lock.json\n`);
