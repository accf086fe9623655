/** What the window's own editing does with the text field that has the focus, by Electron's names. */
export const textEdits = ['undo', 'redo', 'cut', 'copy', 'paste', 'delete', 'selectAll'] as const;

export type TextEdit = (typeof textEdits)[number];
