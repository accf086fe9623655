import { describe, expect, test } from 'vitest';
import { DraggedFileSchema, SavedContentSchema } from '../../../../shared/ipc/dialogs.ts';
import { PAGE_ORIGIN } from '../../../../shared/ipc/page-origin.ts';

describe('Requests about files', () => {
  test.each(['..', '.', '', '../flow.json', 'C:\\flow.json', 'a\0b', 'a:b'])('drag out no file called %j', (name) => {
    expect(DraggedFileSchema.safeParse({ name, text: '' }).success).toBe(false);
  });

  test('drag out a file with a plain name', () => {
    expect(DraggedFileSchema.safeParse({ name: '…Handbuch (2).tributary.json', text: '{}' }).success).toBe(true);
  });

  test.each([
    [`blob:${PAGE_ORIGIN}/3f2b1c9e`, true],
    ['blob:https://example.org/3f2b1c9e', false],
    ['file:///etc/passwd', false],
    ['https://example.org/program.exe', false],
  ])('save the content at %s: %s', (address, isSaved) => {
    expect(SavedContentSchema.safeParse({ name: 'a.json', address }).success).toBe(isSaved);
  });
});
