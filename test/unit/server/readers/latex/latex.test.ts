import { describe, expect, test } from 'vitest';
import { latexToText } from '../../../../../electron/server/readers/latex/latex.ts';
import { readAny } from '../../../../helpers/builders/read-any.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();
const source = String.raw;

describe('the text of LaTeX', () => {
  test('has title, headings and paragraphs, without preamble, comments and commands', () => {
    const text = latexToText(source`\documentclass[12pt]{article}
\usepackage{amsmath} % mathematics
\newcommand{\heron}{Ardea}
\title{On \emph{Herons}}
\author{Ada L.}
\begin{document}
\maketitle
\section*{Birds}\label{sec:birds}
Herons wait\footnote{For hours.} in the \textbf{reeds}, see~\cite{smith, jones}. % not here
100\% of them, \& more---always.

\subsection[short]{The \textit{grey} one}
It costs $5 < x^2$.
\end{document}
nothing`);
    expect(text).toBe(`# On Herons

Ada L.

## Birds

Herons wait (For hours.) in the reeds, see [smith, jones]. 100% of them, & more—always.

### The grey one

It costs $5 < x^2$.`);
  });

  test.each([
    [source`\begin{itemize}\item one \item[b)] two\end{itemize}`, '- one\n- b) two'],
    [`${source`\begin{verbatim}`}\n  a % b\n${source`\end{verbatim}`}`, '```\na % b\n```'],
    [source`\begin{equation}a &= b\label{x}\end{equation}`, `${source`$$`}\na &= b\n$$`],
    [source`\begin{tabular}{l|r}a & b \\ \hline c & d\end{tabular}`, '| a | b |\n| --- | --- |\n| c | d |'],
    [
      source`Before
\begin{table}\centering
\begin{tabular}{lrr} % columns
\toprule
\multicolumn{2}{c}{\textbf{Bird}} & Count \\
\cmidrule(lr){1-2}
heron & grey \& blue & {1 & 2} \\[2pt]
\multirow{2}{*}{crane} & \begin{tabular}{c}one\\two\end{tabular} & $5$
\end{tabular}
\caption{Birds}
\end{table}`,
      'Before\n\n| Bird |  | Count |\n| --- | --- | --- |\n| heron | grey & blue | 1 & 2 |\n| crane | one two | $5$ |\n\nBirds',
    ],
    [source`\begin{tabular}{c}one\\two\end{tabular}`, 'one\ntwo'],
    [source`\begin{tabular}{cc}a & b \\ never closed`, 'a & b\nnever closed'],
    [
      source`\begin{align}a&=b\label{eq:one}\\c&=d\end{align}`,
      source`$$`.concat('\n', source`a&=b\\c&=d`, '\n', source`$$`),
    ],
    [source`\begin{figure}[ht]\includegraphics[width=3cm]{a.png}\caption{A \emph{heron}.}\end{figure}`, 'A heron.'],
    [source`\begin{tikzpicture}\draw (0,0);\end{tikzpicture}after`, 'after'],
    [source`Gr\"u\ss e, caf\'e, \c{c}a, na\"{\i}ve, \v{z}, \aa`, 'Grüße, café, ça, naïve, ž, å'],
    [
      source`\href{https://example.org}{the page}, \url{https://example.org/a_b}`,
      'the page (https://example.org), https://example.org/a_b',
    ],
    ["``one'' and `two'", "“one” and ‘two'"],
    [source`\(a\) and \[b\]`, '$a$ and\n$$b$$'],
    [source`\section{never closed`, 'never closed'],
    [source`a \unknown[option]{kept} b`, 'a kept b'],
    [source`\verb|x_y| z`, '`x_y` z'],
  ])('of %s', (latex, text) => {
    expect(latexToText(latex)).toBe(text);
  });

  test('of hostile nesting takes no time to speak of, and has an end', () => {
    expect(latexToText('\\footnote{'.repeat(30_000))).toBe('('.repeat(0));
    expect(latexToText('\\begin{tabular}{c}a & b'.repeat(20_000))).toContain('a & b');
    const deep = `${'\\begin{tabular}{cc}'.repeat(2000)}a & b${'\\end{tabular}'.repeat(2000)}`;
    expect(latexToText(deep)).toContain('a & b');
    expect(latexToText(`${'\\emph{'.repeat(5000)}a${'}'.repeat(5000)}`)).toBe('a');
  });

  test('is what File Loader reads', async () => {
    const { documents } = await readAny(await makeFile('a.tex', source`\section{One} two`));
    expect(documents).toEqual([{ text: '## One\n\ntwo', metadata: {} }]);
    await expect(readAny(await makeFile('a.tex', source`\input{b}`))).rejects.toMatchObject({
      code: 'FILE_HAS_NO_TEXT',
    });
  });
});
