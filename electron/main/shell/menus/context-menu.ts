import type { MenuItemConstructorOptions } from 'electron';
import type { CommandId } from '../../../../shared/commands/command-table.ts';
import type { TextEdit } from '../../../../shared/ipc/text-edits.ts';
import { t } from '../../../../shared/texts/t.ts';
import { isWebAddress } from '../../page/addresses.ts';
import { labelOf } from './label-of.ts';

/** What was clicked: a part of what Chromium reports. */
export interface Clicked {
  readonly isEditable: boolean;
  readonly selectionText: string;
  readonly linkURL: string;
  readonly editFlags: {
    readonly canCut: boolean;
    readonly canCopy: boolean;
    readonly canPaste: boolean;
    readonly canSelectAll: boolean;
  };
}

export interface ContextActions {
  readonly edit: (edit: TextEdit) => void;
  readonly openOutside: (address: string) => void;
  readonly copyText: (text: string) => void;
}

/** The menu of a text field, of marked text or of an external link; empty in other places, where the page has its own menus. */
export function contextMenu(clicked: Clicked, actions: ContextActions): readonly MenuItemConstructorOptions[] {
  const { isEditable, selectionText, linkURL, editFlags } = clicked;
  const item = (command: CommandId, edit: TextEdit, enabled: boolean): MenuItemConstructorOptions => ({
    id: command,
    label: labelOf(command),
    enabled,
    click: () => actions.edit(edit),
  });
  if (isEditable) {
    return [
      item('cut', 'cut', editFlags.canCut),
      item('copy', 'copy', editFlags.canCopy),
      item('paste', 'paste', editFlags.canPaste),
      { type: 'separator' },
      item('select-all', 'selectAll', editFlags.canSelectAll),
    ];
  }
  const copy = selectionText.trim() === '' ? [] : [item('copy', 'copy', editFlags.canCopy)];
  if (!isWebAddress(linkURL)) return copy;
  return [
    ...copy,
    { label: t('Open in the browser'), click: () => actions.openOutside(linkURL) },
    { label: t('Copy the address'), click: () => actions.copyText(linkURL) },
  ];
}
