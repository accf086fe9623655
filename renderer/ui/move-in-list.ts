function next(key: string, index: number, last: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, index + 1);
    case 'ArrowUp':
      return index - 1;
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

interface Pressed {
  readonly key: string;
  readonly target: EventTarget | null;
  preventDefault(): void;
}

/**
 * Moves the focus in a list by the arrow keys, Home and End.
 * @param selector of what in the list takes the focus
 * @returns whether the key was one of these; "before" if it leads out of the list at its beginning
 */
export function moveInList(list: Element, event: Pressed, selector: string): 'moved' | 'before' | 'other' {
  const items = [...list.querySelectorAll<HTMLElement>(selector)];
  const { target } = event;
  const index = items.findIndex((item) => target instanceof Node && item.contains(target));
  const wanted = index < 0 ? undefined : next(event.key, index, items.length - 1);
  if (wanted === undefined) return 'other';
  event.preventDefault();
  if (wanted < 0) return 'before';
  items[wanted]?.focus();
  return 'moved';
}
