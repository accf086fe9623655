/** Electron's edit commands for the focused text field. */
export const textEdits = ['undo', 'redo', 'cut', 'copy', 'paste', 'delete', 'selectAll'] as const;

export type TextEdit = (typeof textEdits)[number];
