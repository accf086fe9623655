import { classNames } from './class-names.ts';

/** Code or an answer to read, as it is. It scrolls, with keys as well. */
export function CodeBlock({
  label,
  text,
  className,
}: {
  readonly label: string;
  readonly text: string;
  readonly className?: string;
}) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys must reach what scrolls
      tabIndex={0}
      className={classNames('overflow-auto rounded-card border border-border bg-surface p-4', className)}
    >
      <pre className="font-mono text-secondary [white-space:inherit]">{text}</pre>
    </section>
  );
}
