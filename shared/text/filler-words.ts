/**
 * English words that occur in almost every text, above all in questions. In a collection of a few chunks BM25 can't tell that they carry no meaning
 * ("what" may be in one chunk of ten), so they would outweigh the important words.
 */
const FILLERS: ReadonlySet<string> = new Set(
  (
    'a about after all also am an and any are as at be been before being but by can could did do does doing for from get had has have ' +
    'having he her here him his how i if in into is it its itself just me my no not of off on or our out over own shall she should so ' +
    'some such than that the their them then there these they this those through to too under until up us very was we were what when ' +
    'where which while who whom whose why will with would you your'
  ).split(' '),
);

/** The same of other languages in Latin letters, without accents; none that means something in English or in code ("die", "var", "pour"). */
const FOREIGN: ReadonlySet<string> = new Set(
  [
    'aber auf aus bei beim bis dann das dass dem der des dich dir doch durch ein eine einem einen einer eines fur gegen gibt haben ich ihm ihn ihr ihre im ins ist jede jeder ' +
      'kann kein keine konnen mein meine meinem meinen meiner mich mir muss mussen nach nicht noch nur ob oder ohne sehr sein seine sich sie sind soll sollte uber und uns unter ' +
      'viel vom von vor wann warum weil welche welchem welchen welcher welches wem wen wenn werden wie wieder wieviel wird wo womit worauf worin woher wohin wurde wurden zu zum zur zwischen',
    'aux avec ce ces cette comment dans depuis du elle elles est et etre faut il ils je les leur mais nous ont pourquoi quand que quel quelle quelles quels qui sans ses sont ' +
      'sur une vous',
    'como cual cuales cuando cuanto del desde donde el ella ellos esta este los muy por porque quien sobre sus tiene una',
    'ao aos das dos ela ele em essa esse foi isso nao nas nos pela pelo qual quais quando quanto quem sao sem seu sua uma voce',
    'alla anche che cosa cui dal dalla dei della delle di dove gli nel nella piu quale quali questo sono tra',
    'aan bij dat deze dit een het hoe hun ik je kan maar meer mijn moet naar niet nog ook uit van voor waar waarom wanneer wat welke wie wordt worden zijn zich',
    'att blev blir eller ett fra hur hvad hva hvor hvordan ikke inte jag jeg nar och og skal som till vid',
    'bir bu cok daha gibi hangi icin ile kadar kim nasil neden nerede olan olarak veya',
    'byc czy dla gdzie jest kiedy kto ktora ktore ktory nie oraz przez sie za',
  ].flatMap((words) => words.split(' ')),
);

/** These do mean something in English or in code, but are not what English text is full of. */
const SELDOM_ENGLISH: ReadonlySet<string> = new Set(
  'ais am das de den der des det di die el en er es ha hat il ist la las le les los mit na se si son su te um un van ve'.split(
    ' ',
  ),
);

/** Whether a lower-case word without accents is one of those that hold sentences of another language than English together. */
export function isForeignWord(word: string): boolean {
  return FOREIGN.has(word) || SELDOM_ENGLISH.has(word);
}

/** Whether a lower-case word without accents carries no meaning for a search: in the commonest languages of Latin letters. */
export function isFillerWord(word: string): boolean {
  return FILLERS.has(word) || FOREIGN.has(word);
}
