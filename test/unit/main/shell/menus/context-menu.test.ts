import { describe, expect, test, vi } from 'vitest';
import { type Clicked, contextMenu } from '../../../../../electron/main/shell/menus/context-menu.ts';

const actions = { edit: vi.fn(), openOutside: vi.fn(), copyText: vi.fn() };
const nothing: Clicked = {
  isEditable: false,
  selectionText: '',
  linkURL: '',
  editFlags: { canCut: false, canCopy: false, canPaste: false, canSelectAll: false },
};
const shown = (clicked: Partial<Clicked>) =>
  contextMenu({ ...nothing, ...clicked }, actions).map(({ label, enabled }) => [label, enabled]);

describe('The context menu', () => {
  test('of a text field has what can be done with its text', () => {
    const editFlags = { canCut: false, canCopy: false, canPaste: true, canSelectAll: true };
    expect(shown({ isEditable: true, editFlags })).toEqual([
      ['Cut', false],
      ['Copy', false],
      ['Paste', true],
      [undefined, undefined],
      ['Select all', true],
    ]);
  });

  test('of marked text copies it', () => {
    expect(shown({ selectionText: 'bees', editFlags: { ...nothing.editFlags, canCopy: true } })).toEqual([
      ['Copy', true],
    ]);
  });

  test('of a link outside opens and copies it', () => {
    const address = 'https://example.org/a';
    const items = contextMenu({ ...nothing, linkURL: address }, actions);
    for (const { click } of items) Reflect.apply(click ?? String, undefined, []);
    expect(actions.openOutside).toHaveBeenCalledWith(address);
    expect(actions.copyText).toHaveBeenCalledWith(address);
  });

  test.each([['app://tributary/#/runs'], ['file:///etc/hostname'], ['javascript:alert(1)'], ['']])(
    'is not there for the link %j',
    (linkURL) => expect(shown({ linkURL })).toEqual([]),
  );
});
