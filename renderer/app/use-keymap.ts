import { useEffect } from 'react';
import type { CommandId } from '../../shared/commands/command-table.ts';
import { runCommand } from '../commands/registry.ts';
import { findCommand, isAllowed, type KeyPlace } from '../keymap.ts';
import { closeQuery, closeSettings, useEditorLayoutStore } from '../stores/editor-layout-store.ts';
import { hasSelection } from '../stores/flow/selection.ts';
import { leaveVersions } from '../stores/versions-store.ts';
import { hasOwnKeys, isTextField } from '../ui/key-targets.ts';
import { keyboard } from '../ui/platform.ts';

function isOnCanvas(target: EventTarget | null): boolean {
  return !(target instanceof Element) || target === document.body || target.closest('.react-flow') !== null;
}

function placeOf(target: EventTarget | null): KeyPlace {
  if (!isTextField(target)) return isOnCanvas(target) ? 'canvas' : 'control';
  return target.closest('[data-flow-form]') === null ? 'text' : 'flow-form';
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
  const id = findCommand(event, placeOf(event.target), keyboard);
  if (id !== undefined && runCommand(id)) event.preventDefault();
  else if (event.key === 'Escape' && !hadSelection && !isTextField(event.target)) leavePanel();
}

/** Whether a command from outside of the page, such as the native menu, is about the flow and not about the text that has the focus or is selected. */
export function isAboutFlow(id: CommandId): boolean {
  const focused = document.activeElement;
  if (hasOwnKeys(focused)) return false;
  const place = placeOf(focused);
  if (place === 'text' || place === 'flow-form') return isAllowed(id, place);
  return id !== 'copy' || hasNoSelectedText();
}

export function hasNoSelectedText(): boolean {
  return window.getSelection()?.isCollapsed ?? true;
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
