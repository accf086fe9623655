import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { entrySources } from '../electron/server/common/entry-url.ts';

/** `entrySources` gives paths relative to the folder of `entry-url.ts`; this is that folder. */
const entriesFolder = new URL('../electron/server/common/', import.meta.url);

const entries = Object.entries(entrySources).map(([name, source]) => [
  name,
  fileURLToPath(new URL(source, entriesFolder)),
]);

/**
 * Clients with dependencies that the product does not use (Chroma's brings a server of 400 MB, Qdrant's a compiler). They are development packages
 * and are bundled, so none of this is installed. (The layer rules name them too.)
 */
const bundled = ['chromadb', '@qdrant/js-client-rest', '@qdrant/openapi-typescript-fetch'];

/** Copies the CMaps that PDFs need, and their licence: `./cmaps/` relative to any file of the bundle, as in the sources. */
const cmaps: Plugin = {
  name: 'cmaps',
  generateBundle() {
    const folder = new URL('../electron/server/readers/pdf/cmaps/', import.meta.url);
    for (const name of readdirSync(folder)) {
      if (!name.endsWith('.bcmap') && name !== 'LICENSE') continue;
      this.emitFile({ type: 'asset', fileName: `cmaps/${name}`, source: readFileSync(new URL(name, folder)) });
    }
  },
};

/**
 * The server and its worker programs. All other npm packages stay outside the bundle. All programs are in one folder, so that `./<name>.js` relative
 * to any of them is the entry with that name.
 */
export default defineConfig({
  root: fileURLToPath(new URL('../', import.meta.url)),
  publicDir: false,
  plugins: [cmaps],
  ssr: { external: true, noExternal: bundled },
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'dist/server',
    emptyOutDir: true,
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      input: {
        cli: fileURLToPath(new URL('../electron/server/cli.ts', import.meta.url)),
        ...Object.fromEntries(entries),
      },
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
