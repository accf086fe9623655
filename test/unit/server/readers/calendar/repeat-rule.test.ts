import { expect, test } from 'vitest';
import { describeRule } from '../../../../../electron/server/readers/calendar/repeat-rule.ts';

test.each([
  ['FREQ=WEEKLY;BYDAY=MO', 'every week on Monday'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR;WKST=SU', 'every 2 weeks on Monday, Wednesday and Friday'],
  ['FREQ=DAILY;COUNT=10', 'every day, 10 times'],
  ['FREQ=MONTHLY;BYDAY=2TU;UNTIL=20260131', 'every month on the 2nd Tuesday, until date 20260131'],
  ['FREQ=MONTHLY;BYDAY=-1FR', 'every month on the last Friday'],
  ['FREQ=MONTHLY;BYMONTHDAY=15,-1', 'every month on day 15 and the last day'],
  ['FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-2', 'every month on the 2nd last of Monday and Tuesday'],
  ['FREQ=YEARLY;BYMONTH=3,12;BYDAY=1SU', 'every year in March and December on the 1st Sunday'],
  ['freq=yearly;byweekno=20', 'every year, byweekno 20'],
  ['FREQ=SOMETIMES;BYDAY=XX', 'freq sometimes, byday xx'],
  ['FREQ=WEEKLY;BYDAY=XX;COUNT=1', 'every week on xx, once'],
])('the rule %s is told as: %s', (rule, words) => {
  expect(describeRule(rule, (date) => `date ${date}`)).toBe(words);
});
