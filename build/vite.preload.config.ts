import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** A sandboxed preload script must be a single CommonJS file, and can only require electron. */
export default defineConfig({
  root: fileURLToPath(new URL('../', import.meta.url)),
  publicDir: false,
  ssr: { external: ['electron'], noExternal: true },
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist/preload',
    emptyOutDir: true,
    sourcemap: false,
    minify: false,
    rolldownOptions: {
      input: { preload: fileURLToPath(new URL('../electron/preload/preload.ts', import.meta.url)) },
      output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
    },
  },
});
