import { useState } from 'react';
import { type Schedule, ScheduleSchema, WEEKDAYS, type Weekday } from '../../../shared/api/sync.ts';
import { locale, t } from '../../../shared/texts/t.ts';
import { Field } from '../../ui/controls/field.tsx';
import { NumberInput, TextInput } from '../../ui/controls/inputs.tsx';
import { Select } from '../../ui/controls/select.tsx';

const EVERY = [
  { value: 'minutes', label: t('Every few minutes') },
  { value: 'hour', label: t('Every hour') },
  { value: 'day', label: t('Every day') },
  { value: 'week', label: t('On some weekdays') },
];

/** What a schedule is before anybody has chosen one. */
export const FIRST_SCHEDULE: Schedule = { every: 'day', at: '07:00' };

function firstOf(every: string, before: Schedule): Schedule {
  const at = 'at' in before ? before.at : '07:00';
  if (every === 'minutes') return { every, minutes: 30 };
  if (every === 'hour') return { every, minute: 0 };
  return every === 'week' ? { every, days: ['monday'], at } : { every: 'day', at };
}

interface ScheduleProps {
  readonly schedule: Schedule;
  /** Gets what makes the next schedule of the latest, which may not be drawn yet. */
  readonly onChange: (change: (latest: Schedule) => Schedule) => void;
}

/** A value that is being typed: it is taken as soon as it makes a schedule. */
function useTyped(value: string, toSchedule: (text: string) => unknown, onChange: ScheduleProps['onChange']) {
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const parsed = typed === undefined ? undefined : ScheduleSchema.safeParse(toSchedule(typed));
  return {
    value: typed ?? value,
    isWrong: parsed?.success === false,
    onChange(text: string) {
      setTyped(text);
      const next = ScheduleSchema.safeParse(toSchedule(text));
      if (next.success) onChange(() => next.data);
    },
    onBlur: () => setTyped(undefined),
  };
}

function TimeField({ schedule, onChange }: ScheduleProps) {
  const typed = useTyped('at' in schedule ? schedule.at : '', (at) => ({ ...schedule, at }), onChange);
  return (
    <Field label={t('At')} problem={typed.isWrong ? t('Write a time like 07:30.') : undefined}>
      {(control) => (
        <TextInput
          {...control}
          type="time"
          className="tabular"
          value={typed.value}
          onChange={({ target }) => typed.onChange(target.value)}
          onBlur={typed.onBlur}
        />
      )}
    </Field>
  );
}

function MinuteField({ schedule, onChange }: ScheduleProps) {
  const isHourly = schedule.every === 'hour';
  const value = schedule.every === 'hour' ? schedule.minute : schedule.every === 'minutes' ? schedule.minutes : 0;
  const name = isHourly ? 'minute' : 'minutes';
  const typed = useTyped(String(value), (text) => ({ ...schedule, [name]: Number(text) }), onChange);
  const range = isHourly ? t('Write a minute from 0 to 59.') : t('Write 5 to 1440 minutes.');
  return (
    <Field label={isHourly ? t('At minute') : t('Minutes between')} problem={typed.isWrong ? range : undefined}>
      {(control) => (
        <NumberInput
          {...control}
          value={typed.value}
          onChange={({ target }) => typed.onChange(target.value)}
          onBlur={typed.onBlur}
        />
      )}
    </Field>
  );
}

/** The name of a weekday: "Monday", or "Mon". */
function dayName(day: Weekday, length: 'long' | 'short'): string {
  const monday = Date.UTC(2024, 0, 1);
  const date = monday + WEEKDAYS.indexOf(day) * 24 * 60 * 60_000;
  return new Intl.DateTimeFormat(locale(), { weekday: length, timeZone: 'UTC' }).format(date);
}

function DaysField({ schedule, onChange }: ScheduleProps) {
  if (schedule.every !== 'week') return null;
  const { days } = schedule;
  function toggle(day: Weekday) {
    onChange((latest) => {
      if (latest.every !== 'week') return latest;
      const next = WEEKDAYS.filter((one) => (one === day ? !latest.days.includes(day) : latest.days.includes(one)));
      return next.length > 0 ? { ...latest, days: next } : latest;
    });
  }
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-medium">{t('On')}</legend>
      <div className="grid grid-cols-7 gap-1">
        {WEEKDAYS.map((day) => (
          <button
            key={day}
            type="button"
            aria-pressed={days.includes(day)}
            className="h-8 min-w-0 rounded-control border border-border-strong/60 text-secondary hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-medium"
            onClick={() => toggle(day)}
          >
            <span aria-hidden="true">{dayName(day, 'short').slice(0, 2)}</span>
            <span className="sr-only">{dayName(day, 'long')}</span>
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** When to sync, in words and fields; each change counts at once. */
export function ScheduleFields(props: ScheduleProps) {
  const { schedule, onChange } = props;
  const hasTime = schedule.every === 'day' || schedule.every === 'week';
  return (
    <div className="flex flex-col gap-3">
      <Field label={t('When')}>
        {(control) => (
          <Select
            {...control}
            value={schedule.every}
            options={EVERY}
            onValueChange={(every) => onChange((latest) => firstOf(every, latest))}
          />
        )}
      </Field>
      <DaysField {...props} />
      {hasTime ? <TimeField {...props} /> : <MinuteField key={schedule.every} {...props} />}
    </div>
  );
}
