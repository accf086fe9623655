/** A number, a name of a program (`keepAliveTimeout`, `process.stdout`, `FST_ERR`, `C#`, `.NET`), an address, a letter that tells a thing apart ("hepatitis A"): what only the very words find. */
const NAMES =
  /\p{Nd}|\p{Ll}\p{Lu}|[\p{L}\p{N}][_.@/][\p{L}\p{N}]|\p{L}[+#]|(?<!\S)[.#@$]\p{L}|\p{L}{3} (?!I\b)\p{Lu}(?![\p{L}\p{N}'’])/u;
/** Letters that models which count less than words have hardly seen. */
const OTHER_SCRIPTS = /(?!\p{Script=Latin})\p{L}/u;

/**
 * How much the search by meaning counts beside that by words. A model that counts less than words counts still less, the square of its weight, if the question names something or
 * is in another script. (Measured with the built-in model in the search bench: MRR .06 and .09 more on the halves of the questions about names; in seven other scripts
 * R@1 from 86 to 98 %.) Models that count as much as words keep their weight.
 * @param modelWeight `hybridWeight` of the model
 */
export function weighMeaning(question: string, modelWeight: number): number {
  if (modelWeight >= 1) return modelWeight;
  return NAMES.test(question) || OTHER_SCRIPTS.test(question) ? modelWeight ** 2 : modelWeight;
}
