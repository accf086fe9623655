import type { HtmlTagDescriptor, Plugin } from 'vite';

/** The parts that the page asks for at once, which it can't name before its language is known: their loading begins with the document. */
export function preloadStart(): Plugin {
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
