import type { Locator } from 'playwright-core';

/** Types a text in the place of what a field holds, key by key, as a person does: lists filter and pages listen to keys. */
export async function retype(field: Locator, text: string): Promise<void> {
  await field.press('ControlOrMeta+a');
  if (text === '') await field.press('Delete');
  else await field.pressSequentially(text);
}
