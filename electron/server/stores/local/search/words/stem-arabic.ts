const ARTICLES = ['وال', 'بال', 'كال', 'فال', 'ال', 'لل'];
/** As they are tried: each is cut once. The spelling has been folded: ة is ه here, ى is ي. */
const ENDINGS = ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'ه', 'ي'];

/**
 * Light stemming: cuts "and", the article and the commonest endings, and leaves the pattern of the root alone. The rules are light10 of Larkey,
 * Ballesteros and Connell, "Light Stemming for Arabic Information Retrieval" (2007).
 */
export function stemArabic(word: string): string {
  let stem = word.startsWith('و') && word.length >= 4 ? word.slice(1) : word;
  const article = ARTICLES.find((prefix) => stem.startsWith(prefix) && stem.length - prefix.length >= 2);
  if (article !== undefined) stem = stem.slice(article.length);
  for (const ending of ENDINGS) {
    if (stem.endsWith(ending) && stem.length - ending.length >= 2) stem = stem.slice(0, -ending.length);
  }
  return stem;
}
