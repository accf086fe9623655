import { Fragment } from 'react';

/** A text of the description, with what stands between backticks as code. */
export function Prose({ text }: { readonly text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order.
      <Fragment key={index}>{part}</Fragment>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <code key={index} className="font-mono text-secondary break-words">
        {part}
      </code>
    ),
  );
}
