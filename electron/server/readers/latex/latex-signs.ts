/** Letters and signs that LaTeX writes as commands. */
export const SIGNS: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ ss: 'ß', ae: 'æ', AE: 'Æ', oe: 'œ', OE: 'Œ', o: 'ø', O: 'Ø', aa: 'å', AA: 'Å', l: 'ł', L: 'Ł' }),
  ...Object.entries({ i: 'ı', j: 'ȷ', S: '§', P: '¶', copyright: '©', pounds: '£', euro: '€', dag: '†', ddag: '‡' }),
  ...Object.entries({ ldots: '…', dots: '…', textellipsis: '…', textendash: '–', textemdash: '—', slash: '/' }),
  ...Object.entries({ textbackslash: '\\', textasciitilde: '~', textasciicircum: '^', textunderscore: '_' }),
  ...Object.entries({ textquoteleft: '‘', textquoteright: '’', textquotedblleft: '“', textquotedblright: '”' }),
  ...Object.entries({ textdegree: '°', textregistered: '®', texttrademark: '™', textbullet: '•', textmu: 'µ' }),
  ...Object.entries({ LaTeX: 'LaTeX', TeX: 'TeX', quad: ' ', qquad: ' ', space: ' ', newline: '\n', par: '\n\n' }),
]);

/** Commands for accents, as the signs of Unicode that follow their letter. */
export const ACCENTS: ReadonlyMap<string, string> = new Map([
  ['`', '\u0300'],
  ["'", '\u0301'],
  ['^', '\u0302'],
  ['~', '\u0303'],
  ['=', '\u0304'],
  ['u', '\u0306'],
  ['.', '\u0307'],
  ['"', '\u0308'],
  ['r', '\u030a'],
  ['H', '\u030b'],
  ['v', '\u030c'],
  ['d', '\u0323'],
  ['c', '\u0327'],
  ['k', '\u0328'],
  ['b', '\u0331'],
]);

/** Headings by command, with their level in Markdown. */
export const HEADINGS: ReadonlyMap<string, number> = new Map([
  ['part', 1],
  ['chapter', 1],
  ['section', 2],
  ['subsection', 3],
  ['subsubsection', 4],
  ['paragraph', 5],
  ['subparagraph', 6],
]);

/** How many arguments go with commands that print nothing of them. */
export const UNSEEN: ReadonlyMap<string, number> = new Map([
  ...['label', 'ref', 'eqref', 'pageref', 'autoref', 'cref', 'Cref', 'usepackage', 'documentclass'].map(one),
  ...['input', 'include', 'bibliography', 'bibliographystyle', 'addbibresource', 'graphicspath', 'hypersetup'].map(one),
  ...['vspace', 'hspace', 'pagestyle', 'thispagestyle', 'pagenumbering', 'includegraphics', 'color', 'index'].map(one),
  ...['cline', 'cmidrule', 'phantom', 'hphantom', 'vphantom', 'bibliographystyle', 'geometry', 'theoremstyle'].map(one),
  ...['setlength', 'addtolength', 'setcounter', 'addtocounter', 'newcommand', 'renewcommand', 'fontsize'].map(two),
  ...['multicolumn', 'multirow', 'providecommand', 'DeclareMathOperator', 'newtheorem', 'rule', 'raisebox'].map(two),
  ...['newenvironment', 'renewenvironment', 'definecolor', 'addcontentsline'].map((name) => [name, 3] as const),
]);

function one(name: string): readonly [string, number] {
  return [name, 1];
}

function two(name: string): readonly [string, number] {
  return [name, 2];
}

/** Environments whose content stays as it is written: program code. */
export const VERBATIM = new Set(['verbatim', 'Verbatim', 'lstlisting', 'minted', 'alltt']);

/** Environments of mathematics, whose source stays: nothing says it better. */
export const MATH = new Set(
  ['equation', 'align', 'alignat', 'gather', 'multline', 'eqnarray', 'displaymath', 'math', 'flalign'].flatMap(
    (name) => [name, `${name}*`],
  ),
);

/** Environments whose content is no text. */
export const DRAWINGS = new Set(['tikzpicture', 'pgfpicture', 'picture', 'comment', 'pspicture', 'filecontents']);

/** Environments with arguments of their own: the columns of a table. */
export const COLUMNS: ReadonlyMap<string, number> = new Map([
  ['tabular', 1],
  ['longtable', 1],
  ['array', 1],
  ['tabular*', 2],
  ['tabularx', 2],
  ['tabulary', 2],
  ['thebibliography', 1],
  ['multicols', 1],
  ['minipage', 1],
  ['wrapfigure', 2],
]);
