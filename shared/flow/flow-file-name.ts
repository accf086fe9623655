/** What the names of exported flows end in; the system opens such files with the app (electron-builder.yml). */
export const FLOW_FILE_EXTENSION = 'tributary.json';

/** Whether a file is a flow by its name, whatever is in it. */
export function isFlowFileName(name: string): boolean {
  return name.toLowerCase().endsWith(`.${FLOW_FILE_EXTENSION}`);
}
