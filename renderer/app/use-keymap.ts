import { useEffect } from 'react';
import type { CommandId } from '../../shared/commands/command-table.ts';
import { runCommand } from '../commands/registry.ts';
import { findCommand, isAllowed, type KeyPlace } from '../keymap.ts';
import { closeQuery, closeSettings, useEditorLayoutStore } from '../stores/editor-layout-store.ts';
import { pasteText } from '../stores/flow/clipboard-access.ts';
import { copySelection, deleteSelection, hasSelection } from '../stores/flow/selection-edits.ts';
import { leaveVersions } from '../stores/versions-store.ts';
import { isMac } from '../ui/platform.ts';

/** Lists and dialogs have keys of their own. */
const OWN_KEYS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"][data-state="open"]';

function isTextField(target: EventTarget | null): target is HTMLElement {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox' && target.type !== 'button';
  return target instanceof HTMLTextAreaElement || target.isContentEditable;
}

function isOnCanvas(target: EventTarget | null): boolean {
  return !(target instanceof Element) || target === document.body || target.closest('.react-flow') !== null;
}

function placeOf(target: EventTarget | null): KeyPlace {
  if (!isTextField(target)) return isOnCanvas(target) ? 'canvas' : 'control';
  return target.closest('[data-flow-form]') === null ? 'text' : 'flow-form';
}

function hasOwnKeys(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(OWN_KEYS) !== null;
}

/** Whether something was selected when the key went down: React Flow takes Escape first where a node has the focus. */
let hadSelection = false;

function noteSelection(): void {
  hadSelection = hasSelection();
}

/** Escape goes back one step: from a version to all of them, from the questions to the settings, from those to the canvas alone. */
function leavePanel(): void {
  if (leaveVersions()) return;
  if (useEditorLayoutStore.getState().isQueryOpen) closeQuery();
  else closeSettings();
}

/** Escape among the versions is theirs, whatever is selected on the canvas. */
function leavesVersions({ key, target }: KeyboardEvent): boolean {
  return key === 'Escape' && target instanceof Element && target.closest('[data-versions]') !== null && leaveVersions();
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || hasOwnKeys(event.target)) return;
  if (leavesVersions(event)) return;
  const id = findCommand(event, placeOf(event.target), isMac);
  if (id !== undefined && runCommand(id)) event.preventDefault();
  else if (event.key === 'Escape' && !hadSelection && !isTextField(event.target)) leavePanel();
}

/** Whether a command chosen elsewhere, in the native menu say, is about the flow and not about the text that has the focus or is selected. */
export function isAboutFlow(id: CommandId): boolean {
  const focused = document.activeElement;
  if (hasOwnKeys(focused)) return false;
  const place = placeOf(focused);
  if (place === 'text' || place === 'flow-form') return isAllowed(id, place);
  return id !== 'copy' || hasNoSelectedText();
}

function hasNoSelectedText(): boolean {
  return window.getSelection()?.isCollapsed ?? true;
}

/** Whether a clipboard event is about nodes, and not about text that is selected or being typed. */
function isAboutNodes(event: ClipboardEvent): boolean {
  if (isTextField(event.target) || hasOwnKeys(event.target)) return false;
  return event.type === 'paste' || hasNoSelectedText();
}

function onCopyOrCut(event: ClipboardEvent): void {
  const text = isAboutNodes(event) ? copySelection() : undefined;
  if (text === undefined) return;
  event.clipboardData?.setData('text/plain', text);
  event.preventDefault();
  if (event.type === 'cut') deleteSelection('cut');
}

function onPaste(event: ClipboardEvent): void {
  const text = event.clipboardData?.getData('text/plain') ?? '';
  if (text !== '' && event.clipboardData?.files.length === 0 && isAboutNodes(event) && pasteText(text))
    event.preventDefault();
}

/** The keys of the whole page. */
export function useKeymap(): void {
  useEffect(() => {
    window.addEventListener('keydown', noteSelection, true);
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', noteSelection, true);
      window.removeEventListener('keydown', onKeyDown);
    };
  }, []);
}

/** Copy, cut and paste of nodes, while a flow is open. */
export function useNodeClipboard(): void {
  useEffect(() => {
    document.addEventListener('copy', onCopyOrCut);
    document.addEventListener('cut', onCopyOrCut);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('copy', onCopyOrCut);
      document.removeEventListener('cut', onCopyOrCut);
      document.removeEventListener('paste', onPaste);
    };
  }, []);
}
