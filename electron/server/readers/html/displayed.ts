type Attributes = Readonly<Record<string, string>>;

/** Elements that show nothing, or what only some programs show. */
const UNSEEN: ReadonlySet<string> = new Set(
  'audio canvas datalist iframe noembed noframes noscript object script style video'.split(' '),
);

const HIDDEN = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))(?![\w-])/i;
const DISPLAY = /(?:^|[;\s])display\s*:\s*([\w-]+)/i;

/** Scripts show these when the page has come. */
const ROOTS = new Set(['html', 'body']);

/** How an element separates its text from that around it; the children of flexible boxes are boxes, too. */
export type Display = 'box' | 'flexible' | 'beside' | undefined;

/** Controls and boxes in a line. */
const BESIDE: ReadonlySet<string> = new Set('button input meter output progress select slot textarea'.split(' '));

/** Whether a page shows nothing of an element, as long as no script changes it. What a search in the page finds counts as shown. */
export function isUnseen(name: string, attributes: Attributes): boolean {
  if (UNSEEN.has(name)) return true;
  if (name === 'template') return attributes.shadowrootmode === undefined && attributes.shadowroot === undefined;
  return isHidden(name, attributes);
}

function isHidden(name: string, { hidden, style = '', open, popover }: Attributes): boolean {
  if (ROOTS.has(name)) return false;
  if (name === 'dialog' && open === undefined) return true;
  if (hidden !== undefined && hidden.toLowerCase() !== 'until-found') return true;
  return popover !== undefined || HIDDEN.test(style);
}

/** Whether an element is one of {@link UNSEEN} in any page, however it is written. */
export function isNeverText(name: string): boolean {
  return UNSEEN.has(name);
}

export function displayOf(name: string, { style }: Attributes): Display {
  const [, display = ''] = DISPLAY.exec(style ?? '') ?? [];
  if (/^(?:flex|grid)$/i.test(display)) return 'flexible';
  if (/^(?:block|flow-root|list-item|table|table-row)$/i.test(display)) return 'box';
  return BESIDE.has(name) || /^(?:inline-|table-cell$)/i.test(display) ? 'beside' : undefined;
}

/** What a page's fields show that somebody, or the page, has entered. */
const TYPED = new Set('date datetime-local email month number tel text time url week'.split(' '));

/** The value that a field shows. */
export function typedValue({ type = 'text', value = '' }: Attributes): string {
  return TYPED.has(type.toLowerCase()) ? value : '';
}

/** Follows which options of a list are chosen: those that are not are no text of the page. */
export class ChosenOptions {
  #isInList = false;
  #isChosen = false;

  /** Whether text that comes now is that of an option that is not chosen. */
  get isLeftOut(): boolean {
    return this.#isInList && !this.#isChosen;
  }

  onOpen(name: string, { selected }: Attributes): void {
    if (name === 'select') this.#isInList = true;
    else if (name === 'option' && this.#isInList) this.#isChosen = selected !== undefined;
  }

  onClose(name: string): void {
    if (name === 'select') this.#isInList = false;
    if (name === 'select' || name === 'option') this.#isChosen = false;
  }
}
