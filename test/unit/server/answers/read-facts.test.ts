import { describe, expect, test } from 'vitest';
import { languageOf } from '../../../../electron/server/answers/languages.ts';
import { readFacts } from '../../../../electron/server/answers/read-facts.ts';

function factsOf(text: string): readonly string[] {
  return readFacts(text, languageOf(text)).map(
    ({ kind, values, unit }) => `${kind} ${values.join('/')}${unit === undefined ? '' : ` ${unit}`}`,
  );
}

describe('readFacts', () => {
  test.each([
    [
      'The deposit of €1,234.50 is due on Monday, 5 March 2024 at 3 pm, for 30 working days at -5 °C.',
      ['number 1234.5 eur', 'weekday 1', 'date 20240305', 'time 15:00', 'number 30 day', 'period day', 'number -5 °c'],
    ],
    ['It may be AB-1235, in May, for twenty-five people.', ['code ab1235', 'month 5', 'number 25']],
    [
      'Die Kaution von 1.234,5 Euro ist am dritten Montag im März fällig, um 15.30 Uhr, 5 Millionen Euro monatlich.',
      ['number 1234.5 eur', 'number 3', 'weekday 1', 'month 3', 'time 15:30', 'number 5000000 eur', 'period month'],
    ],
    [
      'Le délai est de vingt-cinq jours, soit 1 234,5 € dès le 3 mai à 15 h 30.',
      ['number 25 day', 'number 1234.5 eur', 'date 0503', 'time 15:30'],
    ],
    ['El plazo es de treinta y cinco días, de 1.234 euros.', ['number 35 day', 'number 1234 eur']],
    [
      '押金为三个月租金，3月5日星期一下午3点前支付1,200元，每月30公斤。',
      ['number 3 month', 'date 0305', 'weekday 1', 'time 15:00', 'number 1200 cny', 'period month', 'number 30 kg'],
    ],
    [
      '会議は毎月第三月曜日の午後2時30分に開始し、費用は１２００円です。',
      ['period month', 'number 3', 'weekday 1', 'time 14:30', 'number 1200 jpy'],
    ],
    [
      'يدفع المستأجر ٣٠ كيلوغراما خلال ثلاثة أيام وخمسة وعشرين يوما.',
      ['number 30 kg', 'number 3 day', 'number 25 day'],
    ],
  ])('%s', (text, facts) => {
    expect(factsOf(text)).toEqual(facts);
  });
});
