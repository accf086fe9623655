import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findSentences } from '../../../../shared/text/find-sentences.ts';
import { cases } from '../../../helpers/builders/cases.ts';

describe('findSentences', () => {
  test.each([
    ['One. Two! Three? Four', ['One.', 'Two!', 'Three?', 'Four']],
    ['He said “Stop.” She did.', ['He said “Stop.”', 'She did.']],
    ['Dr. Smith met Mrs. Jones. They left.', ['Dr. Smith met Mrs. Jones.', 'They left.']],
    ['J. R. R. Tolkien wrote it. See Fig. 3 and p. 12.', ['J. R. R. Tolkien wrote it.', 'See Fig. 3 and p. 12.']],
    ['It was May. Then Jan. 3 came, i.e. winter.', ['It was May.', 'Then Jan. 3 came, i.e. winter.']],
    ['The U.S. Army has 3.5 tons. No. That is wrong.', ['The U.S. Army has 3.5 tons.', 'No.', 'That is wrong.']],
    ['A sentence that\ngoes on. Next\r\none.', ['A sentence that\ngoes on.', 'Next\r\none.']],
    ['これは文です。次の文。', ['これは文です。', '次の文。']],
    ['  padded.  Yes. ', ['padded.', 'Yes.']],
    [' \n ', []],
  ])('finds those of %j', (text, sentences) => {
    expect(findSentences(text).map(({ start, end }) => text.slice(start, end))).toEqual(sentences);
  });

  test.each([
    ['你好。今天天气很好！你去哪里？我去学校。', ['你好。', '今天天气很好！', '你去哪里？', '我去学校。']],
    ['“你好！”他说。“再见。”她走了。', ['“你好！”他说。', '“再见。”', '她走了。']],
    ['走了。（注意）价格是３．５元。等等……然后呢。', ['走了。', '（注意）价格是３．５元。', '等等……然后呢。']],
    ['这里有Dr. Smith。谢谢。', ['这里有Dr. Smith。', '谢谢。']],
    [
      '「行きます。」と言った。次の日は雨だった。「はい。」とても嬉しい。',
      ['「行きます。」と言った。', '次の日は雨だった。', '「はい。」', 'とても嬉しい。'],
    ],
    [
      'そうですか？！はい。半角｡カナ｡１．全角の項目。',
      ['そうですか？！', 'はい。', '半角｡', 'カナ｡', '１．全角の項目。'],
    ],
    ['今日は\n雨。\n明日は晴れ。', ['今日は\n雨。', '明日は晴れ。']],
    ['오늘은 비가 온다. 내일은 맑다.', ['오늘은 비가 온다.', '내일은 맑다.']],
    ['วันนี้อากาศดีมาก เราไปเที่ยวทะเลกัน พ.ศ. 2560 มี 3 คน', ['วันนี้อากาศดีมาก', 'เราไปเที่ยวทะเลกัน', 'พ.ศ. 2560 มี 3 คน']],
    ['ສະບາຍດີ ຂ້ອຍໄປຕະຫຼາດ', ['ສະບາຍດີ', 'ຂ້ອຍໄປຕະຫຼາດ']],
    ['هل أنت بخير؟ نعم، د. أحمد هنا. شكرا!', ['هل أنت بخير؟', 'نعم، د. أحمد هنا.', 'شكرا!']],
    ['وہ گھر گیا۔ پھر سو گیا۔', ['وہ گھر گیا۔', 'پھر سو گیا۔']],
    ['डॉ. शर्मा आए। वे बैठे॥ अंत', ['डॉ. शर्मा आए।', 'वे बैठे॥', 'अंत']],
    ['दि. 5 मई को रु. 50 दिए। पृ. १२ देखें।', ['दि. 5 मई को रु. 50 दिए।', 'पृ. १२ देखें।']],
    ['मो. अली 5 कि.मी. चले. इ. स. 1950 आले. 5 जण.', ['मो. अली 5 कि.मी. चले.', 'इ. स. 1950 आले.', '5 जण.']],
    ['ሰላም።እንዴት ነህ፧ደህና፡፡ነኝ', ['ሰላም።', 'እንዴት ነህ፧', 'ደህና፡፡', 'ነኝ']],
    ['Բարեւ։ Ինչպե՞ս ես։', ['Բարեւ։', 'Ինչպե՞ս ես։']],
    ['မင်္ဂလာပါ။နေကောင်းလား။', ['မင်္ဂလာပါ။', 'နေကောင်းလား။']],
    ['ខ្ញុំទៅផ្ទះ។គាត់ដេក។', ['ខ្ញុំទៅផ្ទះ។', 'គាត់ដេក។']],
    ['བཀྲ་ཤིས་བདེ་ལེགས། ཁྱེད་རང་།', ['བཀྲ་ཤིས་བདེ་ལེགས།', 'ཁྱེད་རང་།']],
    [
      'А. С. Пушкин родился в 1799 г. в Москве. Он жил на ул. Тверская. См. рис. 3.',
      ['А. С. Пушкин родился в 1799 г. в Москве.', 'Он жил на ул. Тверская.', 'См. рис. 3.'],
    ],
    ['Τι κάνεις; Καλά.', ['Τι κάνεις;', 'Καλά.']],
    ['Der 3. Mai ist z. B. frei. „Gut.“ Dann ging er.', ['Der 3. Mai ist z. B. frei.', '„Gut.“', 'Dann ging er.']],
    ['Él dijo: «¿Qué?» Luego calló. ¿Y tú? ¡Sí!', ['Él dijo: «¿Qué?»', 'Luego calló.', '¿Y tú?', '¡Sí!']],
  ])('finds those of %j in its script', (text, sentences) => {
    expect(findSentences(text).map(({ start, end }) => text.slice(start, end))).toEqual(sentences);
  });

  test('loses nothing but white space, in order, for any text', () => {
    const part = fc.constantFrom(
      ...'。！？」』“”（）.!? \n;།፡๏ๆ'.split(''),
      '你好',
      'ไป',
      'ที่',
      'नम',
      'A',
      'z',
      '7',
      '😀',
      'é'.normalize('NFD'),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        const text = parts.join('');
        let end = 0;
        for (const range of findSentences(text)) {
          expect(text.slice(end, range.start).trim()).toBe('');
          const sentence = text.slice(range.start, range.end);
          expect(sentence).toBe(sentence.trim());
          expect(sentence).not.toBe('');
          end = range.end;
        }
        expect(text.slice(end).trim()).toBe('');
      }),
      cases(100),
    );
  });
});
