import type { CodeLanguage } from '../../../../shared/nodes/textsplitters/code-text-splitter.ts';

/** The separators after a language's own: blank line, line, word, character. */
const ANY_TEXT = ['\n\n', '\n', ' ', ''];

/** Separators for lines that begin with these words. */
function lines(...words: readonly string[]): readonly string[] {
  return words.map((word) => `\n${word} `);
}

const C_FAMILY = lines('class', 'void', 'int', 'float', 'double', 'if', 'for', 'while', 'switch', 'case');

const LATEX_BLOCKS = 'enumerate itemize description list quote quotation verse verbatim align'.split(' ');
const HTML_TAGS =
  'body div p br li h1 h2 h3 h4 h5 h6 span table tr td th ul ol header footer nav head style script meta title';

const COBOL_DIVISIONS = ['IDENTIFICATION', 'ENVIRONMENT', 'DATA', 'PROCEDURE'];
const COBOL_SECTIONS = ['WORKING-STORAGE', 'LINKAGE', 'FILE', 'INPUT-OUTPUT'];

/**
 * Where definitions begin in each language, the largest first. The lists of the 16 languages that LangChain.js knows are the same as there (a
 * different list would cut differently); the other nine follow the same pattern.
 */
export const CODE_SEPARATORS: Readonly<Record<CodeLanguage, readonly string[]>> = {
  c: [...C_FAMILY, ...ANY_TEXT],
  cobol: [
    ...COBOL_DIVISIONS.map((name) => `\n${name} DIVISION.`),
    ...COBOL_SECTIONS.map((name) => `\n${name} SECTION.`),
    ...lines(
      'OPEN',
      'CLOSE',
      'READ',
      'WRITE',
      'IF',
      'ELSE',
      'MOVE',
      'PERFORM',
      'UNTIL',
      'VARYING',
      'ACCEPT',
      'DISPLAY',
    ),
    '\nSTOP RUN.',
    ...ANY_TEXT,
  ],
  cpp: [...C_FAMILY, ...ANY_TEXT],
  csharp: [
    ...lines('namespace', 'interface', 'enum', 'delegate', 'event', 'class', 'struct', 'record', 'abstract'),
    ...lines('public', 'protected', 'internal', 'private', 'static', 'if', 'for', 'foreach', 'while', 'switch', 'case'),
    ...lines('else', 'try', 'catch', 'finally', 'return'),
    ...ANY_TEXT,
  ],
  elixir: [
    ...lines('defmodule', 'defprotocol', 'defimpl', 'def', 'defp', 'defmacro', 'defmacrop'),
    ...lines('if', 'unless', 'case', 'cond', 'with', 'for', 'do'),
    ...ANY_TEXT,
  ],
  go: [...lines('func', 'var', 'const', 'type', 'if', 'for', 'switch', 'case'), ...ANY_TEXT],
  haskell: [
    ...lines(
      'module',
      'import',
      'data',
      'newtype',
      'type',
      'class',
      'instance',
      'main ::',
      'main =',
      'where',
      'let',
      'in',
    ),
    ...lines('case', 'if', 'then', 'else', 'do', '::', '='),
    ...ANY_TEXT,
  ],
  html: [...HTML_TAGS.split(' ').map((tag) => `<${tag}>`), ' ', ''],
  java: [
    ...lines('class', 'public', 'protected', 'private', 'static', 'if', 'for', 'while', 'switch', 'case'),
    ...ANY_TEXT,
  ],
  js: [
    ...lines('function', 'const', 'let', 'var', 'class', 'if', 'for', 'while', 'switch', 'case', 'default'),
    ...ANY_TEXT,
  ],
  kotlin: [
    ...lines('package', 'class', 'object', 'interface', 'public', 'protected', 'private', 'internal', 'companion'),
    ...lines('fun', 'val', 'var', 'if', 'for', 'while', 'when', 'else'),
    ...ANY_TEXT,
  ],
  latex: [
    ...['chapter', 'section', 'subsection', 'subsubsection'].map((name) => `\n\\${name}{`),
    ...LATEX_BLOCKS.map((name) => `\n\\begin{${name}}`),
    '$$',
    '$',
    ...ANY_TEXT,
  ],
  lua: [...lines('function', 'local', 'if', 'for', 'while', 'repeat', 'return'), ...ANY_TEXT],
  markdown: [
    ...lines('##', '###', '####', '#####', '######'),
    '```\n\n',
    '\n\n***\n\n',
    '\n\n---\n\n',
    '\n\n___\n\n',
    ...ANY_TEXT,
  ],
  php: [...lines('function', 'class', 'if', 'foreach', 'while', 'do', 'switch', 'case'), ...ANY_TEXT],
  powershell: [
    ...lines('function', 'filter', 'class', 'enum', 'param', 'begin', 'process', 'end'),
    ...lines('if', 'elseif', 'else', 'foreach', 'for', 'while', 'do', 'switch', 'try', 'catch', 'finally', 'return'),
    ...ANY_TEXT,
  ],
  proto: [...lines('message', 'service', 'enum', 'option', 'import', 'syntax'), ...ANY_TEXT],
  python: ['\nclass ', '\ndef ', '\n\tdef ', ...ANY_TEXT],
  rst: ['\n===\n', '\n---\n', '\n***\n', '\n.. ', ...ANY_TEXT],
  ruby: [...lines('def', 'class', 'if', 'unless', 'while', 'for', 'do', 'begin', 'rescue'), ...ANY_TEXT],
  rust: [...lines('fn', 'const', 'let', 'if', 'while', 'for', 'loop', 'match', 'const'), ...ANY_TEXT],
  scala: [...lines('class', 'object', 'def', 'val', 'var', 'if', 'for', 'while', 'match', 'case'), ...ANY_TEXT],
  sol: [
    ...lines('pragma', 'using', 'contract', 'interface', 'library', 'constructor', 'type', 'function', 'event'),
    ...lines('modifier', 'error', 'struct', 'enum', 'if', 'for', 'while', 'do while', 'assembly'),
    ...ANY_TEXT,
  ],
  swift: [...lines('func', 'class', 'struct', 'enum', 'if', 'for', 'while', 'do', 'switch', 'case'), ...ANY_TEXT],
  ts: [
    ...lines('enum', 'interface', 'namespace', 'type', 'class', 'function', 'const', 'let', 'var'),
    ...lines('if', 'for', 'while', 'switch', 'case', 'default'),
    ...ANY_TEXT,
  ],
};
