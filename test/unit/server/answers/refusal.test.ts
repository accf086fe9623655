import { describe, expect, test } from 'vitest';
import { extractAnswer } from '../../../../electron/server/answers/extract-answer.ts';
import { noAnswerText } from '../../../../electron/server/answers/refusal.ts';

describe('"not in your documents"', () => {
  const english = noAnswerText('Who is it?');

  test.each([
    ['Wer hat den Vertrag unterschrieben?', 'Dokumenten'],
    ['Wann kommt Peter?', 'Dokumenten'],
    ['Qui a signé le contrat ?', 'documents.'],
    ['Combien coûte un billet ?', 'documents.'],
    ['Peut-on prendre des photos ?', 'vos documents.'],
    ['Darf man hier parken?', 'Dokumenten'],
    ['Hay piscina?', 'documentos'],
    ['¿Quién firmó el contrato?', 'documentos'],
    ['cuánto cuesta el contrato', 'documentos'],
    ['谁签了合同？', '文档'],
    ['契約は誰が署名しましたか？', '文書'],
    ['من وقع العقد؟', 'مستنداتك'],
  ])('is said in the language of the question: %s', (question, word) => {
    const text = noAnswerText(question);
    expect(text).toContain(word);
    expect(text).not.toBe(english);
  });

  test.each([
    'Who signed the contract?',
    'deposit',
    '',
    'Chi ha firmato il contratto?',
    'Quem assinou o contrato?',
    'Wie heeft het contract getekend?',
    'Who is Mr Müller?',
    '계약서에 누가 서명했나요?',
    'Кто подписал договор?',
    'چه کسی قرارداد را امضا کرد؟',
  ])('is said in English otherwise: %s', (question) => {
    expect(noAnswerText(question)).toBe(english);
  });
});

describe('evidence', () => {
  const isThere = (question: string, ...contents: readonly string[]) =>
    extractAnswer(
      question,
      contents.map((pageContent) => ({ pageContent, metadata: {}, relevance: 0.5 })),
    ).citations.length > 0;

  test('is a sentence with most of what is asked for', () => {
    expect(isThere('Where is the spare key?', 'Potatoes.', 'The spare key lies below the stone.')).toBe(true);
    expect(isThere('Where is the spare key?', 'Potatoes.')).toBe(false);
    expect(isThere('Where is the spare key?')).toBe(false);
  });

  test.each([
    ['a number', 'What was decided in 2019?', 'It was decided to build a bridge.'],
    ['a name', 'Where does Mary Dunn work?', 'The baker works in the mill.'],
    ['what is counted', 'How many rooms has the hotel?', 'The hotel has its rooms ready for you at 3 pm.'],
    ['a day in the past', 'When was the hotel built?', 'The hotel is open from 9 am to 5 pm.'],
    [
      'a telephone number',
      'What is the phone number of the clinic?',
      'The clinic has 12 rooms, a phone and a number of beds.',
    ],
    ['whose it is', 'What is the address of Ruth Okafor?', 'Ruth Okafor is in Lisbon.'],
  ])('is none without %s', (_what, question, content) => {
    expect(isThere(question, content)).toBe(false);
  });

  test.each([
    ['Are cats allowed in the tower?', 'Dogs are allowed in the tower.'],
    ['My sister bought a boat in Spain. Are cats allowed in the tower?', 'Dogs are allowed in the tower.'],
    ['Are dogs allowed on the platform?', 'Children are allowed on the platform.'],
    ['Who is the treasurer?', 'The treasure of the club is its archive, which Ada Flint keeps.'],
    ['Who is the trainer of the club?', 'The training of the club takes place on Monday with Ada Flint.'],
    ['What is the policy on keys?', 'The police has the keys.'],
    ['How much does the telescope weigh?', 'The telescope is 4 metres long.'],
    ['Who repairs the tower?', 'The tower was opened by Ada Flint.'],
    ['Sind Katzen im Turm erlaubt?', 'Hunde sind im Turm erlaubt.'],
    ['Wer repariert die Heizung?', 'Die Heizung steht im Keller von Frau Anna Brandt.'],
    ['Wie hoch ist die Mieterhöhung?', 'Die Miete beträgt 890 Euro.'],
    ['Was kostet der Fahrradkeller?', 'Der Keller kostet 20 Euro.'],
    ['Les chats sont-ils admis ?', 'Les chiens ne sont pas admis.'],
    ['Combien coûte le fromage de chèvre ?', 'Le fromage coûte 24 euros.'],
    ['¿Se admiten gatos en el salón?', 'Se admiten perros en el salón.'],
    ['¿Cuánto cuesta el billete de moto?', 'El billete de coche cuesta 30 euros.'],
    ['乌龙茶要发酵多久？', '红茶要发酵四个小时。'],
    ['食堂在哪里？', '停车场在东门旁边。'],
    ['猫は塔に入れますか？', '犬は塔に入れます。'],
    ['バイクの修理はいくらですか？', '自転車の修理は千円です。'],
    ['هل القطط مسموحة في البرج؟', 'الكلاب مسموحة في البرج.'],
    ['كم سعر درس السباحة؟', 'سعر درس التنس 60 درهما.'],
  ])('is none where it is about something else: %s', (question, content) => {
    expect(isThere(question, content)).toBe(false);
  });

  test.each([
    ['Are pets allowed in the tower?', 'Dogs are allowed in the tower.'],
    ['I moved in last month with my wife. How long is the notice period?', 'The notice period is three months.'],
    ['我上个月搬进来了。押金是多少？', '押金是三百元。'],
    [
      'As my parents gave me their old summer house in spring, how long is the notice period of the garden club?',
      'The notice period of the garden club is three months; house and summer parties are in spring.',
    ],
    ['May I eat in the reading room?', 'Food is forbidden in the reading room.'],
    ['Who manages the club?', 'The manager of the club is Ada Flint.'],
    ['Who leads the club?', 'The club is led by Ada Flint.'],
    ['Who designed the tower?', 'The designer of the tower is Ada Flint.'],
    ['What happens when it rains?', 'Rain: the race is put off.'],
    ['How long is it kept?', 'It is kept for three weeks.'],
    ['Sind Haustiere im Turm erlaubt?', 'Hunde sind im Turm erlaubt.'],
    ['Wie lange ist die Kündigungsfrist?', 'Die Frist für die Kündigung ist drei Monate.'],
    ['Wer wartet die Heizung?', 'Die Heizungsanlage wird von der Firma Oswald gewartet.'],
    ['Darf ich einen Hund halten?', 'Hunde dürfen gehalten werden.'],
    ['Wer nimmt die Anmeldungen an?', 'Frau Birgit Naumann ist für die Annahme der Anmeldung da.'],
    ['Qui a construit la tour ?', 'La tour fut construite par Ada Flint.'],
    ['Les chiens sont-ils acceptés ?', 'Un chien est admis.'],
    ['¿Quién construyó la torre?', 'La torre fue construida por Ada Flint.'],
    ['¿Se admiten mascotas?', 'Se aceptan perros.'],
    ['丢了发票怎么办？', '遗失发票的，最多报销一半。'],
    ['可以抽烟吗？', '禁止吸烟。'],
    ['ペットは飼えますか？', '犬は飼えます。'],
    ['من يصلح الأعطال؟', 'يتولى إصلاح الأعطال المهندس فؤاد حداد.'],
    ['Quanto costano i biglietti?', 'Un biglietto costa 5 euro.'],
    ['每位读者最多可借几本书？', '每位读者一次最多可借五\n本书，借期为三十天。'],
  ])('is there where other words say it: %s', (question, content) => {
    expect(isThere(question, content)).toBe(true);
  });

  test.each([
    'And how often?',
    'Why?',
    'How much is it?',
    'What about that?',
    'Und warum?',
    'Wie oft denn?',
    'Et pourquoi ?',
    'Et combien ?',
    '¿Y cuándo?',
    '¿Por qué?',
    '为什么？',
    '多少钱？',
    'なぜですか？',
    'いつですか？',
    'ولماذا؟',
    'كم مرة؟',
    '?',
  ])('is none for a question that is about nothing: %s', (question) => {
    const contents = [
      'And so it is cleaned every two years, because that is how often it is used. Why? It costs 3 euros.',
      'Und es wird oft jede Woche gereinigt. Et pourquoi cela coûte 3 euros. Y cuándo, por qué: cada año.',
      '为什么每天清洗，多少钱：三元。なぜですか、いつですか。毎週です。لماذا ينظف كل مرة، ولماذا كم مرة.',
    ];
    expect(isThere(question, ...contents)).toBe(false);
  });
});
