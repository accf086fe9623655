import { locale } from '../../shared/texts/t.ts';
import { timeWords } from './time-words.ts';

/** When something happened, in words; the exact time is its tooltip. `date` is an ISO date. */
export function TimeAgo({ date }: { readonly date: string }) {
  const time = new Date(date);
  return (
    <time dateTime={date} title={time.toLocaleString(locale())}>
      {timeWords(time, new Date())}
    </time>
  );
}
