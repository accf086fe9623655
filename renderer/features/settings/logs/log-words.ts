import type { LogLine } from '../../../../shared/ipc/log-tail.ts';
import { t } from '../../../../shared/texts/t.ts';

export const LEVEL_WORDS: Readonly<Record<LogLine['level'], string>> = {
  debug: t('Detail'),
  info: t('Notice'),
  warning: t('Warning'),
  error: t('Error'),
};

/** The lines that have all the words, in their message or beside it; with `isOnlyProblems` warnings and errors only. */
export function findLines(lines: readonly LogLine[], words: string, isOnlyProblems: boolean): readonly LogLine[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return lines.filter(({ level, message, details }) => {
    if (isOnlyProblems && level !== 'warning' && level !== 'error') return false;
    const said = `${message}\n${details}`.toLowerCase();
    return wanted.every((word) => said.includes(word));
  });
}

/** Lines as a text to pass on: "2026-01-01T00:00:00.000Z warning The disk is full", with what was written beside it below. In English, as the log is. */
export function writeLines(lines: readonly LogLine[]): string {
  return lines
    .flatMap(({ at, level, message, details }) => [
      at === null ? message : `${new Date(at).toISOString()} ${level} ${message}`,
      ...(details === '' ? [] : details.split('\n').map((line) => `  ${line}`)),
    ])
    .join('\n');
}
