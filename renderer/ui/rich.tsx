import { Fragment, type ReactNode } from 'react';
import { messageOf, type TextValue } from '../../shared/texts/t.ts';

type Tag = (children: ReactNode) => ReactNode;

/**
 * A text with elements in it, in the language of the window: `rich('A wire from <b>{from}</b>.', { from, b: (words) => <b>{words}</b> })`. A value may be
 * an element itself.
 */
export function rich(text: string, values: Readonly<Record<string, TextValue | Tag | ReactNode>>): ReactNode {
  const tags = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'function' ? (parts: ReactNode[]) => value(parts.map(keyed)) : value,
    ]),
  );
  const parts = messageOf(text, true).format<ReactNode>(tags);
  return Array.isArray(parts) ? parts.map(keyed) : parts;
}

/** A text is made of the same parts each time, so its places are its keys. */
function keyed(part: ReactNode, place: number): ReactNode {
  return <Fragment key={String(place)}>{part}</Fragment>;
}
