import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/**
 * Electron's main process. CommonJS, because such a program has run before Electron is ready, however it is started: what must be said before that is
 * said in time. The target is Node 20, because the end-to-end test runs it in an older Electron too.
 */
export default defineConfig({
  root: fileURLToPath(new URL('../', import.meta.url)),
  publicDir: false,
  ssr: { external: ['electron'], noExternal: true },
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist/main',
    emptyOutDir: true,
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      input: { main: fileURLToPath(new URL('../electron/main/main.ts', import.meta.url)) },
      output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name]-[hash].cjs' },
    },
  },
});
