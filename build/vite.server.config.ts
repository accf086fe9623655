import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { entrySources } from '../electron/server/workers/entry-url.ts';

/** `entrySources` gives paths relative to the folder of `entry-url.ts`; this is that folder. */
const workersFolder = new URL('../electron/server/workers/', import.meta.url);

const entries = Object.entries(entrySources).map(([name, source]) => [
  name,
  fileURLToPath(new URL(source, workersFolder)),
]);

/**
 * Clients that bring along what the product has no use for, Chroma's a server of 400 MB and Qdrant's a compiler: bundled, they are development
 * packages, and none of it is installed. (The layer rules name them too.)
 */
const bundled = ['chromadb', '@qdrant/js-client-rest', '@qdrant/openapi-typescript-fetch'];

/**
 * The server and the programs that it runs beside itself. Every other npm package stays outside the bundle. All files lie in
 * one folder, so that `./<name>.js` relative to any of them is the entry of that name.
 */
export default defineConfig({
  root: fileURLToPath(new URL('../', import.meta.url)),
  publicDir: false,
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
