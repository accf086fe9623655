/** Lists and dialogs have keys of their own. */
const OWN_KEYS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"][data-state="open"]';

/** Whether keys are typed into it. */
export function isTextField(target: EventTarget | null): target is HTMLElement {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox' && target.type !== 'button';
  return target instanceof HTMLTextAreaElement || target.isContentEditable;
}

/** Whether it lies in something open whose keys are its own. */
export function hasOwnKeys(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(OWN_KEYS) !== null;
}
