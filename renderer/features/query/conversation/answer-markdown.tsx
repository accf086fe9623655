import type { ReactNode } from 'react';
import Markdown, { type Components } from 'react-markdown';
import { AnswerLink } from './answer-link.tsx';
import { replaceSigns, signedMarkdown } from './cited-markdown.ts';
import type { CitedPiece } from './cited-text.ts';

export interface AnswerMarkdownProps {
  readonly pieces: readonly CitedPiece[];
  /** What is not checked yet. */
  readonly openText: string;
  /** A citation by its place in the answer, from 0. */
  readonly chipOf: (index: number) => ReactNode;
}

function heading({ children }: { readonly children?: ReactNode }) {
  // The question is a heading of level 3.
  return <h4 className="mt-1 font-semibold">{children}</h4>;
}

/** What a model may write: pictures are their words, and links lead nowhere before a click on their address. */
const components: Components = {
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
  ul: ({ children }) => <ul className="flex list-disc flex-col gap-1 pl-5">{children}</ul>,
  ol: ({ children, start }) => (
    <ol start={start} className="flex list-decimal flex-col gap-1 pl-5">
      {children}
    </ol>
  ),
  blockquote: ({ children }) => <blockquote className="border-l-2 border-border pl-3">{children}</blockquote>,
  pre: ({ children }) => (
    <pre className="overflow-x-auto rounded-control bg-sunken p-3 leading-5 [&_code]:bg-transparent [&_code]:p-0">
      {children}
    </pre>
  ),
  code: ({ children }) => <code className="rounded-sm bg-sunken px-1 font-code text-secondary">{children}</code>,
  hr: () => <hr className="border-border" />,
  img: ({ alt }) => <span className="text-muted">{alt}</span>,
  span: ({ children }) => <span className="text-muted">{children}</span>,
  a: ({ href = '', children }) =>
    /^(?:https?|mailto):/i.test(href) ? <AnswerLink href={href}>{children}</AnswerLink> : children,
};

/** The answer of a model, which writes Markdown. HTML in it is text. */
export function AnswerMarkdown({ pieces, openText, chipOf }: AnswerMarkdownProps) {
  return (
    <Markdown
      rehypePlugins={[() => (tree) => replaceSigns(tree, pieces.length === 0)]}
      components={{
        ...components,
        cite: ({ node }) => chipOf(Number(node?.properties.dataIndex)),
      }}
    >
      {signedMarkdown(pieces, openText)}
    </Markdown>
  );
}
