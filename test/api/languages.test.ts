import { expect, test } from 'vitest';
import { makeFlow } from '../helpers/builders/flows.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

const suite = setUpApiSuite({ dimensions: 8 });

/** A passage, and a question with other forms of its words. */
const PASSAGES: Readonly<Record<string, readonly [passage: string, question: string]>> = {
  zh: ['打印机的墨盒需要每三个月更换一次。', '墨盒多久更换？'],
  ja: ['図書館は月曜日に休みます。', '月曜日は休みですか'],
  ko: ['여권은 구청에서 발급합니다.', '여권을 어디서 받나요'],
  th: ['ร้านอาหารเปิดเวลาเก้าโมงเช้า', 'ร้านอาหารเปิดกี่โมง'],
  ru: ['Книги можно взять на четыре недели.', 'На сколько дают книгу?'],
  ar: ['تغلق المكتبة أبوابها يوم الجمعة.', 'متى تغلق مكتبة المدينة؟'],
  hi: ['लड़कियों की किताबें दूसरी मंज़िल पर हैं।', 'किताब कहाँ है'],
  de: ['Die Mietkaution ist nach dem Auszug fällig.', 'Was wird aus der Kaution?'],
  en: ['Connections are closed after a minute.', 'when is a connection closed'],
};

test('passages in many scripts are found by words', async () => {
  const { api, fake } = suite;
  const { id } = await api.createFlow(makeFlow({ basepath: fake.basepath, records: {} }));
  const files = Object.entries(PASSAGES).map(([language, [content]]) => ({ name: `${language}.txt`, content }));
  await api.upsert(id, files);
  const found = await Promise.all(
    Object.entries(PASSAGES).map(async ([language, [, query]]) => {
      const { docs } = await api.query(id, { query, mode: 'keyword', topK: 1 });
      return [language, docs[0]?.metadata.source];
    }),
  );
  expect(found).toEqual(Object.keys(PASSAGES).map((language) => [language, `${language}.txt`]));
});
