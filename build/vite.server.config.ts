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
 * Clients that bring along what the product has no use for, Chroma's a server of 400 MB and Qdrant's a compiler: bundled, they are development
 * packages, and none of it is installed. (The layer rules name them too.)
 */
const bundled = ['chromadb', '@qdrant/js-client-rest', '@qdrant/openapi-typescript-fetch'];

/** Copies the CMaps that PDFs need, and their licence: `./cmaps/` relative to any file of the bundle, as it is to the source that reads them. */
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
 * The server and the programs that it runs beside itself. Every other npm package stays outside the bundle. All programs lie in
 * one folder, so that `./<name>.js` relative to any of them is the entry of that name.
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
