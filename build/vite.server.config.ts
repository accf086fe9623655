import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { entrySources } from '../electron/server/common/entry-url.ts';
import { bundledPackages } from './lib/bundled-packages.ts';

/** `entrySources` gives paths relative to the folder of `entry-url.ts`; this is that folder. */
const entriesFolder = new URL('../electron/server/common/', import.meta.url);

const entries = Object.entries(entrySources).map(([name, source]) => [
  name,
  fileURLToPath(new URL(source, entriesFolder)),
]);

/** Copies what is read beside the program: the CMaps that PDFs need, the decoders of their pictures, and the licences of both; the engine that runs tools. */
const filesBeside: Plugin = {
  name: 'files-beside',
  generateBundle() {
    const copy = (folder: URL, target: string, isWanted: (name: string) => boolean): void => {
      for (const name of readdirSync(folder).filter(isWanted)) {
        this.emitFile({ type: 'asset', fileName: `${target}/${name}`, source: readFileSync(new URL(name, folder)) });
      }
    };
    const isCMap = (name: string): boolean => name.endsWith('.bcmap') || name === 'LICENSE';
    copy(new URL('../electron/server/readers/pdf/cmaps/', import.meta.url), 'cmaps', isCMap);
    const isDecoder = (name: string): boolean => /^(jbig2|openjpeg)\.wasm$|^LICENSE_/.test(name);
    copy(new URL('../node_modules/pdfjs-dist/wasm/', import.meta.url), 'decoders', isDecoder);
    const engine = new URL('../node_modules/@jitl/quickjs-wasmfile-release-sync/dist/', import.meta.url);
    copy(engine, 'quickjs', (name) => name === 'emscripten-module.wasm');
  },
};

/** pdf.js looks for a canvas when it is loaded, and warns without one. Nothing is drawn here. */
const withoutCanvas: Plugin = {
  name: 'without-canvas',
  transform(code, id) {
    if (!id.endsWith('/pdfjs-dist/legacy/build/pdf.min.mjs')) return null;
    const parts = code.split('t=e("@napi-rs/canvas")');
    if (parts.length !== 2) throw new Error('pdf.js no longer looks for its canvas as it did: see withoutCanvas.');
    return { code: parts.join('t={}'), map: null };
  },
};

/**
 * The server and its worker programs. npm packages stay outside the bundle, but for `bundledPackages`. All programs are in one folder, so that `./<name>.js` relative
 * to any of them is the entry with that name.
 */
export default defineConfig({
  root: fileURLToPath(new URL('../', import.meta.url)),
  publicDir: false,
  plugins: [filesBeside, withoutCanvas],
  // transformers.js names sharp when it is loaded: build/stubs/.
  ssr: { external: true, noExternal: [...bundledPackages, 'sharp'] },
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
