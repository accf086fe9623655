import { Braces } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { flushSync } from 'react-dom';
import { t } from '../../shared/texts/t.ts';
import { useResource, variableCalls } from '../api/resources.ts';
import { MenuItem } from '../ui/controls/menu.tsx';

/** What begins a reference; typing it opens the list. */
const OPENING = '{{';

const NO_VARIABLES = t('There are no variables yet: make one under Resources, Variables.');

/** Where a reference goes into a text. */
interface Place {
  readonly start: number;
  readonly end: number;
}

/** A text with a reference to a variable in place of a part of it; braces that were typed just before are part of it. */
export function insertReference(text: string, { start, end }: Place, name: string): string {
  const before = text.slice(0, start);
  const head = before.endsWith(OPENING) ? before.slice(0, -OPENING.length) : before;
  return `${head}{{$vars.${name}}}${text.slice(end)}`;
}

/** Whether a change of a text was the typing of the second brace. */
export function opensReference(before: string, after: string, caret: number): boolean {
  return after.length === before.length + 1 && after.slice(0, caret).endsWith(OPENING);
}

type TextControl = HTMLInputElement | HTMLTextAreaElement;

function findControl(id: string): TextControl | undefined {
  const control = document.getElementById(id);
  return control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement ? control : undefined;
}

function placeIn(control: TextControl | undefined, text: string): Place {
  const { selectionStart, selectionEnd } = control ?? {};
  return { start: selectionStart ?? text.length, end: selectionEnd ?? text.length };
}

function Variables({ onChoose }: { readonly onChoose: (name: string) => void }) {
  const { data, isError } = useResource(variableCalls);
  const names = [...new Set((data ?? []).map(({ name }) => name))];
  const words = isError ? t('The variables can’t be listed now.') : data === undefined ? t('Looking…') : NO_VARIABLES;
  if (names.length === 0) return <p className="max-w-60 px-2 py-1.5 text-muted">{words}</p>;
  return names.map((name) => (
    <MenuItem key={name} icon={<Braces aria-hidden="true" />} label={name} onSelect={() => onChoose(name)} />
  ));
}

export interface VariableMenuProps {
  /** Id of the text field. */
  readonly controlId: string;
  readonly title: string;
  readonly text: string;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly onText: (text: string) => void;
}

/** In the corner of a text field: the variables, of which one goes in at the cursor. */
export function VariableMenu({ controlId, title, text, isOpen, onOpenChange, onText }: VariableMenuProps) {
  function choose(name: string) {
    const control = findControl(controlId);
    const place = placeIn(control, text);
    const next = insertReference(text, place, name);
    const caret = next.length - (text.length - place.end);
    // At once: the menu gives the focus back a moment later, and a key typed until then would be a command of the canvas.
    flushSync(() => onText(next));
    control?.focus();
    control?.setSelectionRange(caret, caret);
  }
  return (
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={onOpenChange}>
      <DropdownMenu.Trigger
        aria-label={t('Insert a variable into {title}', { title })}
        title={t('Insert a variable ({{)')}
        className="absolute top-1 right-1 flex size-6 items-center justify-center rounded-control bg-surface text-muted opacity-0 transition-opacity duration-80 group-focus-within/text:opacity-100 group-hover/text:opacity-100 hover:bg-hover hover:text-ink focus-visible:opacity-100 data-[state=open]:opacity-100"
      >
        <Braces aria-hidden="true" className="size-3.5" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          // At once, as when one is chosen.
          onEscapeKeyDown={() => findControl(controlId)?.focus()}
          onCloseAutoFocus={(event) => {
            // Typing goes on where it was.
            event.preventDefault();
            findControl(controlId)?.focus();
          }}
          className="z-50 max-h-72 min-w-44 overflow-y-auto rounded-control border border-border bg-raised p-1 shadow-float"
        >
          <Variables onChoose={choose} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
