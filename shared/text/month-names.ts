import { foldText } from './words.ts';

/** By language the names of the months, parted by "|": each as it is written in dates, with its other forms and what it is cut to. */
const NAMES: readonly (readonly string[])[] = [
  // English
  'January Jan|February Feb|March Mar|April Apr|May|June Jun|July Jul|August Aug|September Sept Sep|October Oct|November Nov|December Dec',
  // German
  'Januar Jänner Jän|Februar Feber|März Mrz|April|Mai|Juni|Juli|August|September|Oktober Okt|November|Dezember Dez',
  // Spanish
  'enero ene|febrero|marzo|abril abr|mayo|junio|julio|agosto ago|septiembre setiembre set|octubre|noviembre|diciembre dic',
  // French
  'janvier janv|février févr fév|mars|avril avr|mai|juin|juillet juil|août|septembre|octobre|novembre|décembre déc',
  // Portuguese
  'janeiro|fevereiro fev|março|abril|maio|junho|julho|agosto|setembro|outubro out|novembro|dezembro',
  // Italian
  'gennaio gen|febbraio|marzo|aprile|maggio mag|giugno giu|luglio lug|agosto|settembre|ottobre ott|novembre|dicembre',
  // Dutch
  'januari|februari|maart mrt|april|mei|juni|juli|augustus|september|oktober|november|december',
  // Turkish
  'Ocak Oca|Şubat Şub|Mart|Nisan Nis|Mayıs|Haziran Haz|Temmuz Tem|Ağustos Ağu|Eylül Eyl|Ekim Eki|Kasım Kas|Aralık Ara',
  // Polish
  'stycznia styczeń|lutego luty|marca marzec|kwietnia kwiecień|maja maj|czerwca czerwiec|lipca lipiec|sierpnia sierpień|września wrzesień|października październik|listopada listopad|grudnia grudzień',
  // Russian
  'января январь янв|февраля февраль февр фев|марта март мар|апреля апрель апр|мая май|июня июнь|июля июль|августа август авг|сентября сентябрь сент сен|октября октябрь окт|ноября ноябрь нояб|декабря декабрь дек',
  // Ukrainian
  'січня січень|лютого лютий|березня березень|квітня квітень|травня травень|червня червень|липня липень|серпня серпень|вересня вересень|жовтня жовтень|листопада листопад|грудня грудень',
  // Arabic, in Egypt and in the Levant
  'يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر',
  'كانون_الثاني|شباط|آذار|نيسان|أيار|حزيران|تموز|آب|أيلول|تشرين_الأول|تشرين_الثاني|كانون_الأول',
  // Hindi
  'जनवरी|फ़रवरी फरवरी|मार्च|अप्रैल|मई|जून|जुलाई|अगस्त|सितंबर सितम्बर|अक्टूबर अक्तूबर|नवंबर नवम्बर|दिसंबर दिसम्बर',
  // Thai
  'มกราคม ม.ค|กุมภาพันธ์ ก.พ|มีนาคม มี.ค|เมษายน เม.ย|พฤษภาคม พ.ค|มิถุนายน มิ.ย|กรกฎาคม ก.ค|สิงหาคม ส.ค|กันยายน ก.ย|ตุลาคม ต.ค|พฤศจิกายน พ.ย|ธันวาคม ธ.ค',
].map((names) => names.split('|'));

const MONTHS: ReadonlyMap<string, number> = new Map(
  NAMES.flatMap((months) =>
    months.flatMap((names, index) =>
      names.split(' ').map((name) => [foldText(name.replaceAll('_', ' ')), index + 1] as const),
    ),
  ),
);

/** The month, from 1, of a folded name, which may be cut with a dot; undefined for another word. */
export function monthOf(name: string): number | undefined {
  return MONTHS.get(name.replace(/\.+$/, ''));
}
