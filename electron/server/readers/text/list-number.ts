/** A number of a list in a format of Word's: decimal, decimalZero, lowerLetter, upperLetter, lowerRoman, upperRoman. */
export function writeNumber(number: number, format: string): string {
  switch (format) {
    case 'lowerLetter':
      return letters(number).toLowerCase();
    case 'upperLetter':
      return letters(number);
    case 'lowerRoman':
      return roman(number).toLowerCase();
    case 'upperRoman':
      return roman(number);
    case 'decimalZero':
      return String(number).padStart(2, '0');
    default:
      return String(number);
  }
}

/** A to Z, then AA, BB, as Word counts. */
function letters(number: number): string {
  const index = Math.max(0, number - 1);
  return String.fromCharCode(0x41 + (index % 26)).repeat(Math.min(20, Math.floor(index / 26) + 1));
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];

function roman(number: number): string {
  // Beyond this, the numerals would only repeat M.
  if (number < 1 || number >= 4000) return String(number);
  let rest = number;
  let text = '';
  for (const [value, numeral] of ROMAN) {
    while (rest >= value) {
      text += numeral;
      rest -= value;
    }
  }
  return text;
}
