import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { leaveOutWords } from './lib/leave-out-words.ts';
import { licenceList } from './lib/licence-list.ts';
import { preloadStart } from './lib/preload-start.ts';

/**
 * The page. Its folder contains everything it needs, also fonts and icons, and none of them as a `data:` URL, so that the server can send a strict
 * content security policy.
 */
export default defineConfig({
  root: fileURLToPath(new URL('../renderer/', import.meta.url)),
  base: './',
  plugins: [react(), tailwindcss(), licenceList(), leaveOutWords(), preloadStart()],
  // A module, as the page makes it.
  worker: { format: 'es' },
  build: {
    outDir: fileURLToPath(new URL('../dist/renderer/', import.meta.url)),
    emptyOutDir: true,
    sourcemap: true,
    assetsInlineLimit: 0,
    // The worker of pdf.js comes as one file of 1,600 kB.
    chunkSizeWarningLimit: 1700,
  },
});
