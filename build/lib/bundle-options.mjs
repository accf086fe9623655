// @ts-check
import { fileURLToPath } from 'node:url';

// On a busy machine every build is slow, and there is nothing in that for whoever starts the app.
const checks = { bundlerTimings: false };

/**
 * How a bundle is built: by its configuration, with what goes wrong on the terminal and nothing else.
 * @param {string} name
 * @returns {import('vite').InlineConfig}
 */
export function bundleOptions(name) {
  return {
    configFile: fileURLToPath(new URL(`../vite.${name}.config.ts`, import.meta.url)),
    logLevel: 'warn',
    build: { rolldownOptions: { checks } },
    worker: { rolldownOptions: { checks } },
  };
}
