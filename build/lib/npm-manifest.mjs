// @ts-check

/** @typedef {Record<string, unknown> & { dependencies?: Record<string, string>, engines?: Record<string, string> }} Manifest package.json */

/** Lie in the package: see build/npm-package.mjs. */
const BUNDLED = ['onnxruntime-node'];

/** Node's own sqlite and streams of this version are used; the programs are built for it. */
const NODE_RANGE = '>=24';

/**
 * The package.json of the server without a window. Its dependencies are those of the app, all of which the server runs with: what only Electron or
 * the page need is in "devDependencies" of the project.
 * @param {Manifest} project
 * @returns {Manifest}
 */
export function npmManifest({ name, version, description, license, author, dependencies = {} }) {
  return {
    name,
    version,
    description,
    license,
    author,
    type: 'module',
    bin: { tributary: 'tributary.mjs' },
    engines: { node: NODE_RANGE },
    dependencies,
    bundleDependencies: BUNDLED,
  };
}

/**
 * The package.json of a bundled package that has its native libraries already: nothing is run or added when it is installed.
 * @param {Manifest} manifest
 * @returns {Manifest}
 */
export function withoutInstallation({ scripts: _, devDependencies: __, dependencies = {}, ...kept }) {
  const onlyAtInstallation = ['adm-zip', 'global-agent'];
  const entries = Object.entries(dependencies).filter(([name]) => !onlyAtInstallation.includes(name));
  return { ...kept, dependencies: Object.fromEntries(entries) };
}
