import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { defineConfig } from 'vite';
import { leaveOutWords } from './lib/leave-out-words.ts';
import { licenceList } from './lib/licence-list.ts';

/** The parts that the page asks for at once, which it can't name before its language is known: their loading begins with the document. */
function preloadStart(): Plugin {
  return {
    name: 'preload-start',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const start = chunks.find(({ name, isDynamicEntry }) => name === 'start' && isDynamicEntry);
        if (start === undefined) throw new Error('There is no chunk “start”: renderer/main.tsx loads another one.');
        const wanted = new Set([start.fileName, ...start.imports]);
        const parts = chunks.filter(({ fileName }) => wanted.has(fileName));
        const styles = new Set(parts.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
        const tag = (attrs: Record<string, string>): HtmlTagDescriptor => ({
          tag: 'link',
          attrs: { ...attrs, crossorigin: true },
          injectTo: 'head',
        });
        return [
          ...[...wanted]
            .filter((name) => !html.includes(name))
            .map((name) => tag({ rel: 'modulepreload', href: `./${name}` })),
          ...[...styles].map((name) => tag({ rel: 'stylesheet', href: `./${name}` })),
        ];
      },
    },
  };
}

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
