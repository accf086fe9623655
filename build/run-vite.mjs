// @ts-check
// Builds the bundles named on the command line at the same time. Started by build/lib/bundles.mjs under the pinned Node 24.
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { writeIcons } from './icons/write-icons.ts';
import { bundleOptions } from './lib/bundle-options.mjs';
import { writeBuiltInModel } from './model/write-model.ts';

/** @param {string} name */
function make(name) {
  if (name === 'model') return writeBuiltInModel();
  if (name === 'icons') return writeIcons(fileURLToPath(new URL('../dist/icons', import.meta.url)));
  return build(bundleOptions(name));
}

await Promise.all(process.argv.slice(2).map(make));
