import { describe, expect, test } from 'vitest';
import { checkSentence, createSentenceCheck } from '../../../../electron/server/answers/check-sentence.ts';
import type { Verdict } from '../../../../electron/server/core/answer.ts';

/** Verdict, sentence, passage. */
const CASES: readonly (readonly [Verdict, string, string])[] = [
  [
    'notFound',
    'The museum opens at 10 a.m. on weekdays and 9 a.m. on Saturdays.',
    'The museum opens at 9 a.m. on weekdays and 10 a.m. on Saturdays. Entry is free for children under six.',
  ],
  [
    'similar',
    'Children younger than six enter the museum for free: entry is free for children under six.',
    'The museum opens at 9 a.m. on weekdays. Entry is free for children under six.',
  ],
  [
    'notFound',
    'The pump delivers 1,500 litres per minute.',
    'The pump delivers 1,500 litres per hour at a pressure of 4 bar.',
  ],
  ['notFound', 'Employees must give two months notice.', 'Employees must give three months notice.'],
  ['similar', 'Employees have to give three months of notice.', 'Employees must give 3 months notice.'],
  ['notFound', 'Sugar is allowed in the drink for diabetics.', 'Sugar is not allowed in the drink for diabetics.'],
  ['notFound', 'Smith sued Jones in 2019.', 'Jones sued Smith in 2019.'],
  ['similar', 'Smith was sued by Jones in 2019.', 'Jones sued Smith in 2019.'],
  ['notFound', 'Jones was sued by Smith in 2019.', 'Jones sued Smith in 2019.'],
  ['notFound', 'The invoice is due within 40 days.', 'The invoice is due within 14 days of receipt.'],
  ['notFound', 'About 5,000 people attended.', 'A total of 4,987 people attended the fair.'],
  [
    'notFound',
    'Frau Weber hat den Antrag von Herrn Kurz abgelehnt.',
    'Herr Kurz hat den Antrag von Frau Weber abgelehnt.',
  ],
  [
    'notFound',
    'Der Kurs beginnt im April und dauert sechs Wochen.',
    'Der Kurs beginnt im März und dauert sechs Wochen.',
  ],
  ['notFound', 'Rauchen ist auf dem Balkon verboten.', 'Rauchen ist auf dem Balkon nicht verboten.'],
  [
    'similar',
    'Auf dem Balkon darf geraucht werden: Rauchen ist dort nicht verboten.',
    'Rauchen ist auf dem Balkon nicht verboten.',
  ],
  ['similar', 'Die Frist beträgt 14 Tage.', 'Die Frist beträgt vierzehn Tage ab Zugang des Schreibens.'],
  ['quoted', 'Die Gebühr beträgt 1.234,50 Euro', 'Die Gebühr beträgt 1234,50 Euro und ist sofort fällig.'],
  ['notFound', 'Die Gebühr beträgt 1,234 Euro.', 'Die Gebühr beträgt 1.234 Euro.'],
  ['notFound', 'Le train part à 15 h 30 le mardi.', 'Le train part à 14 h 30 le mardi.'],
  ['similar', 'Le mardi, le train part à 14h30.', 'Le train part à 14 h 30 le mardi.'],
  [
    'notFound',
    'Le médicament doit être pris pendant les repas.',
    'Le médicament ne doit pas être pris pendant les repas.',
  ],
  ['notFound', 'La reunión será el jueves a las 10:00.', 'La reunión será el viernes a las 10:00.'],
  ['notFound', 'García vendió la casa a López.', 'López vendió la casa a García.'],
  ['similar', 'La casa fue vendida por López a García.', 'López vendió la casa a García.'],
  ['notFound', 'El paquete pesa 20 libras.', 'El paquete pesa 20 kilos.'],
  ['notFound', '会议定于星期三上午举行。', '会议定于星期二上午举行。'],
  ['notFound', '张伟把钥匙交给了王芳。', '王芳把钥匙交给了张伟。'],
  ['similar', '会议在星期二上午举行。', '会议定于星期二上午举行。'],
  ['notFound', '员工可以在办公室吸烟。', '员工不可以在办公室吸烟。'],
  ['notFound', '该药每日两次，每次三片。', '该药每日三次，每次两片。'],
  ['notFound', '価格は3,500円です。', '価格は3,000円です。'],
  ['notFound', '田中さんが佐藤さんに本を貸した。', '佐藤さんが田中さんに本を貸した。'],
  ['notFound', 'この部屋では飲食できます。', 'この部屋では飲食できません。'],
  ['similar', '佐藤さんに本を貸したのは田中さんだ。', '田中さんが佐藤さんに本を貸した。'],
  ['notFound', 'باع أحمد السيارة لخالد.', 'باع خالد السيارة لأحمد.'],
  ['notFound', 'يبدأ الدوام في الساعة التاسعة صباحا.', 'يبدأ الدوام في الساعة الثامنة صباحا.'],
  ['notFound', 'يسمح بالتدخين في المبنى.', 'لا يسمح بالتدخين في المبنى.'],
  ['similar', 'التدخين لا يسمح به في المبنى.', 'لا يسمح بالتدخين في المبنى.'],
  [
    'notFound',
    'Anna Keller joined the firm in 2018.',
    'Peter Keller joined the firm in 2018. Anna Keller joined it in 2020.',
  ],
  ['notFound', 'Paris is colder than Oslo.', 'Oslo is colder than Paris in January.'],
  ['notFound', 'Product B weighs 20 kg.', 'Product | Weight\nProduct A | 20 kg\nProduct B | 30 kg'],
  ['similar', 'Product B has a weight of 30 kg.', 'Product | Weight\nProduct A | 20 kg\nProduct B | 30 kg'],
  ['notFound', 'Mindestens 10 Teilnehmer sind erforderlich.', 'Höchstens 10 Teilnehmer sind zugelassen.'],
  ['notFound', 'Temperatures reached 5 °C in May.', 'Temperatures reached -5 °C in May.'],
  ['notFound', 'Sales grew by 12 % in the second quarter.', 'Sales grew by 12 % in the third quarter.'],
  ['notFound', 'Der Vermieter zahlt dem Mieter die Kosten.', 'Der Mieter zahlt dem Vermieter die Kosten.'],
  ['similar', 'Die Kosten zahlt der Mieter dem Vermieter.', 'Der Mieter zahlt dem Vermieter die Kosten.'],
  ['similar', 'Jeden Monat zahlt die Firma die Löhne.', 'Die Firma zahlt jeden Monat die Löhne.'],
  ['notFound', 'The warranty covers batteries.', 'The warranty covers all parts except batteries.'],
  ['notFound', 'Visitors may enter after 6 pm.', 'Visitors may enter until 6 pm.'],
  ['notFound', 'The deadline is 12 June 2024.', 'The deadline is 21 June 2024.'],
  ['notFound', 'The deadline is 06/12/2024 according to the form, June 12, 2025.', 'The deadline is June 12, 2024.'],
  ['similar', 'The deadline is 12 June 2024.', 'Deadline for the applications: June 12, 2024.'],
  [
    'notFound',
    'The company never paid dividends to its shareholders.',
    'The company paid dividends to its shareholders.',
  ],
  ['notFound', 'Dr. Miller examined the patient on Monday.', 'Dr. Mills examined the patient on Monday.'],
  ['notFound', 'The tank holds 50 gallons of water.', 'The tank holds 50 litres of water.'],
  ['notFound', 'Revenue was 3.2 billion dollars in 2022.', 'Revenue was 3.2 million dollars in 2022.'],
  ['similar', 'In 2022 revenue was $3.2 million.', 'Revenue was 3.2 million dollars in 2022.'],
  [
    'notFound',
    'The bridge was built in 1932 and closed in 1987.',
    'The bridge was built in 1987. It replaced one that was closed in 1932.',
  ],
  [
    'similar',
    'The bridge was built in 1987 and is 300 metres long.',
    'The bridge was built in 1987. It is 300 metres long and carries two lanes.',
  ],
  ['notFound', 'Nobody objected to the plan.', 'The neighbours objected to the plan.'],
  ['notFound', 'Only members can borrow books.', 'Members cannot borrow books.'],
  ['quoted', 'the neigh-\nbours objected to the plan', 'The neighbours objected to the plan.'],
  ['quoted', 'The neighbours objected to the plan', 'Then THE NEIGH-\nBOURS objected, to the plan!'],
  ['notFound', 'Die Miete ist bis zum 5. Werktag zu zahlen.', 'Die Miete ist bis zum 3. Werktag des Monats zu zahlen.'],
  ['notFound', 'Die Wohnung ist 85 m hoch.', 'Die Wohnung ist 85 m² groß.'],
  ['notFound', 'Der Vertrag läuft drei Jahre.', 'Der Vertrag läuft drei Monate.'],
  ['notFound', 'Hunde sind im Haus nicht gestattet.', 'Hunde sind im Haus gestattet.'],
  ['notFound', 'Kinder dürfen den Pool ohne Aufsicht benutzen.', 'Kinder dürfen den Pool nur mit Aufsicht benutzen.'],
  ['notFound', 'Der Patient nahm das Medikament.', 'Der Patient nahm das Medikament nicht.'],
  ['notFound', 'Die Lieferung erfolgte montags.', 'Die Lieferung erfolgte mittwochs.'],
  ['notFound', 'Le prix a augmenté de 5 %.', 'Le prix a augmenté de 15 %.'],
  [
    'notFound',
    'Le contrat peut être résilié sans préavis.',
    'Le contrat peut être résilié avec un préavis de trois mois.',
  ],
  ['notFound', 'Paul a prêté le livre à Marie.', 'Marie a prêté le livre à Paul.'],
  ['notFound', 'La taxe est de 20 dollars.', 'La taxe est de 20 euros.'],
  ['notFound', 'El plazo es de quince días.', 'El plazo es de cinco días.'],
  ['notFound', 'El hotel admite mascotas.', 'El hotel no admite mascotas.'],
  ['notFound', 'Las clases empiezan en septiembre.', 'Las clases empiezan en octubre.'],
  ['similar', 'El plazo es de 15 días.', 'El plazo es de quince días hábiles.'],
  ['notFound', '保修期为三年。', '保修期为两年。'],
  ['notFound', '本产品适合儿童使用。', '本产品不适合儿童使用。'],
  ['notFound', '公司于2019年5月成立。', '公司于2019年6月成立。'],
  ['notFound', '总部位于上海，工厂位于北京。', '总部位于北京，工厂位于上海。'],
  ['notFound', '李明负责销售，王强负责采购。', '王强负责销售，李明负责采购。'],
  ['notFound', '重量为5公斤。', '重量为5吨。'],
  ['notFound', '申し込みは5月10日までです。', '申し込みは5月20日までです。'],
  ['notFound', '店は月曜日に休みます。', '店は火曜日に休みます。'],
  ['notFound', '会員は無料ではありません。', '会員は無料です。'],
  ['notFound', '荷物は30キロまで預けられます。', '荷物は20キロまで預けられます。'],
  ['notFound', '部長は鈴木さんです。', '部長は山田さんです。'],
  ['notFound', 'المدة ثلاثة أشهر.', 'المدة ثلاثة أيام.'],
  ['notFound', 'يغلق المتحف يوم الأحد.', 'يغلق المتحف يوم الجمعة.'],
  ['notFound', 'بلغت الأرباح ٣٠ مليون درهم.', 'بلغت الأرباح ٢٠ مليون درهم.'],
  ['quoted', 'بلغت الأرباح 20 مليون درهم', 'بلغت الأرباح ٢٠ مليون درهم في العام الماضي.'],
  ['notFound', 'لم توافق اللجنة على الطلب.', 'وافقت اللجنة على الطلب.'],
  ['similar', 'وافقت اللجنة على هذا الطلب.', 'وافقت اللجنة على الطلب يوم الأحد.'],
  ['notFound', 'سافر أحمد إلى القاهرة في مارس.', 'سافر أحمد إلى القاهرة في مايو.'],
  ['notFound', 'Rain is expected on Sunday in Lyon.', 'Rain is expected on Sunday in Nice.'],
  ['notFound', 'The first floor is for staff.', 'The second floor is for staff.'],
  ['notFound', 'Room A seats 40, room B seats 60.', 'Room A seats 60, room B seats 40.'],
  ['similar', 'Room B seats 40 and room A seats 60.', 'Room A seats 60, room B seats 40.'],
  ['notFound', 'Room B seats 60.', 'Room A seats 60, room B seats 40.'],
  ['notFound', 'Flight BA 123 leaves at noon.', 'Flight BA 132 leaves at noon.'],
  ['notFound', 'The dose is 5 mg twice daily.', 'The dose is 5 mg once daily.'],
  ['notFound', 'The dose is 2 tablets per day.', 'The dose is 2 tablets per week.'],
  ['notFound', 'The sensor measures from 5 to 50 °C.', 'The sensor measures from 5 to 50 °F.'],
  ['notFound', 'Die Fahrt kostet fünf Euro.', 'Die Fahrt kostet fünfzehn Euro.'],
  ['notFound', 'Berlin besiegte Hamburg mit 3:1.', 'Hamburg besiegte Berlin mit 3:1.'],
  ['notFound', 'Berlin gewann 1:3.', 'Berlin gewann 3:1.'],
];

describe('checkSentence', () => {
  test.each(CASES)('%s: %s', (verdict, sentence, passage) => {
    expect(checkSentence(sentence, passage).verdict).toBe(verdict);
  });

  test('the place of a quote is where the passage has its words', () => {
    const passage = 'First of all, the key is lost. The neigh-\nbours ob-\njected, though. Then they left.';
    const { place, share } = checkSentence('the neighbours objected though', passage);
    expect(passage.slice(place?.start, place?.end)).toBe('The neigh-\nbours ob-\njected, though.');
    expect(share).toBe(1);
  });

  test('the place of what is similar is the sentences that say it', () => {
    const passage = 'It is old. The bridge was built in 1987. It is 300 metres long and carries two lanes. It is grey.';
    const { place } = checkSentence('The bridge was built in 1987 and is 300 metres long.', passage);
    expect(passage.slice(place?.start, place?.end)).toBe(
      'The bridge was built in 1987. It is 300 metres long and carries two lanes.',
    );
  });

  const TABLE =
    '| Ticket | Price | Valid |\n| --- | --- | --- |\n| Adults | 12 € | 2 days |\n| Children | 5 € | 3 days |\n| Dogs | | not valid |';

  test.each([
    'Ticket: Children; Price: 5 €; Valid: 3 days',
    'Ticket: Adults; Price: 12 €; Valid: 2 days',
    'Ticket: Dogs; Valid: not valid',
  ])('a row with the names of its columns is similar: %s', (sentence) => {
    const { verdict, place } = checkSentence(sentence, TABLE);
    expect(verdict).toBe('similar');
    expect(TABLE.slice(place?.start, place?.end)).toContain(/: (\w+);/.exec(sentence)?.[1]);
  });

  test.each([
    ['of another row', 'Ticket: Children; Price: 12 €; Valid: 2 days'],
    ['of another column', 'Ticket: Children; Valid: 5 €; Price: 3 days'],
    ['another number', 'Ticket: Children; Price: 6 €; Valid: 3 days'],
    ['another unit', 'Ticket: Children; Price: 5 $; Valid: 3 days'],
    ['a negation less', 'Ticket: Dogs; Valid: valid'],
    ['a negation more', 'Ticket: Children; Price: 5 €; Valid: not 3 days'],
  ])('a row with something %s is not found', (_what, sentence) => {
    expect(checkSentence(sentence, TABLE).verdict).toBe('notFound');
  });

  test('an item with the line before its list is similar, another one is not found', () => {
    const passage = 'Please bring:\n\n- a passport\n- no dogs\n- two photos\n\nWe keep:\n\n- the fee';
    expect(checkSentence('Please bring: two photos', passage).verdict).toBe('similar');
    expect(checkSentence('Please bring: three photos', passage).verdict).toBe('notFound');
    expect(checkSentence('Please bring: the fee', passage).verdict).toBe('notFound');
  });

  test('a sentence without words, and an empty passage, give nothing', () => {
    expect(checkSentence('…', 'Some text.')).toEqual({ verdict: 'notFound', place: undefined, share: 0 });
    expect(checkSentence('Some text.', '')).toEqual({ verdict: 'notFound', place: undefined, share: 0 });
  });

  test.each([
    'The tenant pays 20 euros by 3 May 2024 to Anna, not to Karl. ',
    '租户应在每月三日之前支付租金1,200元，不得转租。',
    '1 2 3 4 5 | 6 7 8\n',
    'aaaa-',
    '((((. ',
  ])('a passage of 100,000 characters of %j takes less than two seconds of one core', (text) => {
    const passage = text.repeat(Math.ceil(100_000 / text.length));
    const start = process.threadCpuUsage();
    const check = createSentenceCheck(passage);
    check('The tenant Karl does not pay 30 euros to Anna by 3 May 2024.');
    check('租户不支付租金。');
    check(passage.slice(0, 5000));
    expect(process.threadCpuUsage(start).user).toBeLessThan(2_000_000);
  });
});
