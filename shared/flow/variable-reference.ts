/** `{{$vars.name}}` and `{{$flow.name}}`, by which a text input refers to a value that it gets when it runs. */
export const VARIABLE_REFERENCE = /\{\{\s*\$(vars|flow)\.([^{}]+?)\s*\}\}/g;

/** Whether a value is a text that refers to a variable, so that what it will be is not known yet. */
export function refersToVariable(value: unknown): boolean {
  return typeof value === 'string' && value.search(VARIABLE_REFERENCE) !== -1;
}
