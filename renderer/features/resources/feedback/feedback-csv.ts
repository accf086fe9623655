import type { Feedback } from '../../../../shared/api/feedback.ts';

const COLUMNS = ['date', 'flow', 'rating', 'comment', 'chat', 'message'] as const;

/** A cell by RFC 4180. A text that a spreadsheet would run as a formula gets an apostrophe before it. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Feedback as a table for spreadsheets, a line each. */
export function feedbackCsv(rows: readonly Feedback[], nameOfFlow: (id: string) => string): string {
  const lines = rows.map(({ createdDate, chatflowid, rating, content, chatId, messageId }) => [
    createdDate,
    nameOfFlow(chatflowid),
    rating === 'THUMBS_UP' ? 'good' : 'bad',
    content ?? '',
    chatId,
    messageId,
  ]);
  return `${[COLUMNS, ...lines].map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`;
}
