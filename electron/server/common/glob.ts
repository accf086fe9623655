// Why no library: a hostile pattern takes 0.3 ms, with picomatch more than 10 min.
import { UserError } from '../../../shared/errors/errors.ts';
import { parseJson } from '../../../shared/json/parse-json.ts';

/** Says whether a path is meant. Paths are relative, with /. */
export type PathFilter = (path: string) => boolean;

type Token =
  | { readonly kind: 'text'; readonly character: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'star' }
  | { readonly kind: 'class'; readonly accepts: (character: string) => boolean };

/** One folder or file name of a pattern; undefined stands for `**`: any number of folders. */
type Segment = readonly Token[] | undefined;

interface Pattern {
  readonly isNegated: boolean;
  /** Alternatives that braces stand for. */
  readonly alternatives: readonly (readonly Segment[])[];
}

/** More than anyone writes by hand; braces within braces multiply. */
const MAX_ALTERNATIVES = 1000;

/**
 * Parts a setting into patterns: a JSON list, or patterns parted by commas or line ends. Commas within braces belong to their pattern.
 */
export function splitPatterns(text: string): readonly string[] {
  const trimmed = text.trim();
  if (trimmed.startsWith('["') && trimmed.endsWith(']')) {
    const list: unknown = parseJson(trimmed);
    if (Array.isArray(list) && list.every((item) => typeof item === 'string')) return list;
  }
  const patterns: string[] = [];
  let pattern = '';
  let depth = 0;
  for (const character of trimmed) {
    if (character === '{') depth += 1;
    if (character === '}') depth = Math.max(0, depth - 1);
    if (character === '\n' || (character === ',' && depth === 0)) {
      patterns.push(pattern.trim());
      pattern = '';
    } else pattern += character;
  }
  return [...patterns, pattern.trim()].filter((one) => one !== '');
}

/**
 * Makes a filter of glob patterns: `*` and `?` within a name, `**` for any folders, `[a-z]`, `{a,b}`. As in .gitignore a pattern without / fits a name at any
 * depth, one that fits a folder means all that lies in it, and one that begins with ! takes back what those before it meant. Upper and lower case are the
 * same. Takes time in proportion to the path, whatever the pattern.
 * @param param name of the setting, for the message
 * @throws UserError INVALID_PARAM
 */
export function pathFilter(patterns: readonly string[], param: string): PathFilter {
  const compiled = patterns.map((pattern) => compile(pattern, param));
  return (path) => {
    const names = path.toLowerCase().split('/');
    return compiled.findLast((pattern) => fits(pattern, names))?.isNegated === false;
  };
}

function fits({ alternatives }: Pattern, names: readonly string[]): boolean {
  return alternatives.some((segments) => fitsSegments(segments, names));
}

function compile(pattern: string, param: string): Pattern {
  const isNegated = pattern.startsWith('!');
  const plain = (isNegated ? pattern.slice(1) : pattern).trim().replaceAll('\\', '/').toLowerCase();
  const alternatives = expandBraces(plain);
  if (plain === '' || alternatives.length > MAX_ALTERNATIVES) {
    throw new UserError('INVALID_PARAM', `"${pattern}" is not a pattern for paths: write one such as **/*.md.`, {
      details: { param },
    });
  }
  return { isNegated, alternatives: alternatives.map(compileSegments) };
}

function compileSegments(pattern: string): readonly Segment[] {
  const names = pattern.split('/').filter((name) => name !== '' && name !== '.');
  const isAnchored = /\/./.test(pattern);
  return [...(isAnchored ? [] : [undefined]), ...names.map((name) => (name === '**' ? undefined : tokensOf(name)))];
}

function expandBraces(pattern: string): readonly string[] {
  const open = pattern.indexOf('{');
  if (open === -1) return [pattern];
  const parts: string[] = [];
  let from = open + 1;
  let depth = 1;
  for (let at = from; at < pattern.length; at += 1) {
    const character = pattern[at];
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (depth === 0 || (depth === 1 && character === ',')) {
      parts.push(pattern.slice(from, at));
      from = at + 1;
    }
    if (depth > 0) continue;
    const before = pattern.slice(0, open);
    const found: string[] = [];
    for (const part of parts) {
      for (const rest of expandBraces(part + pattern.slice(from))) {
        found.push(before + rest);
        if (found.length > MAX_ALTERNATIVES) return found;
      }
    }
    return found;
  }
  // A brace that is never closed means itself; the rest may still have others.
  return expandBraces(pattern.slice(open + 1)).map((rest) => pattern.slice(0, open + 1) + rest);
}

function tokensOf(name: string): readonly Token[] {
  const tokens: Token[] = [];
  const characters = [...name];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    if (character === '?') tokens.push({ kind: 'any' });
    else if (character === '*') {
      if (tokens.at(-1)?.kind !== 'star') tokens.push({ kind: 'star' });
    } else {
      const end = character === '[' ? characters.indexOf(']', at + 2) : -1;
      if (end === -1) tokens.push({ kind: 'text', character });
      else {
        tokens.push({ kind: 'class', accepts: characterClass(characters.slice(at + 1, end)) });
        at = end;
      }
    }
  }
  return tokens;
}

function characterClass(inside: readonly string[]): (character: string) => boolean {
  const isNegated = inside[0] === '!' || inside[0] === '^';
  const rest = isNegated ? inside.slice(1) : inside;
  const ranges: (readonly [string, string])[] = [];
  for (let at = 0; at < rest.length; at += 1) {
    const from = rest[at] ?? '';
    const to = rest[at + 1] === '-' ? rest[at + 2] : undefined;
    ranges.push([from, to ?? from]);
    if (to !== undefined) at += 2;
  }
  return (character) => ranges.some(([from, to]) => character >= from && character <= to) !== isNegated;
}

/** A pattern that is used up at a folder means all that lies in it. */
function fitsSegments(segments: readonly Segment[], names: readonly string[]): boolean {
  const isEnd = (at: number): boolean => at > 0 && segments.at(-1) !== undefined && at <= names.length;
  return matchGreedily(segments.length, names.length, {
    isStar: (at) => segments[at] === undefined,
    fits: (at, index) => fitsName(segments[at] ?? [], names[index] ?? ''),
    isEnough: isEnd,
  });
}

function fitsName(tokens: readonly Token[], name: string): boolean {
  const characters = [...name];
  return matchGreedily(tokens.length, characters.length, {
    isStar: (at) => tokens[at]?.kind === 'star',
    fits: (at, index) => fitsCharacter(tokens[at], characters[index] ?? ''),
    isEnough: () => false,
  });
}

function fitsCharacter(token: Token | undefined, character: string): boolean {
  if (token === undefined || token.kind === 'star') return false;
  if (token.kind === 'text') return token.character === character;
  return token.kind === 'any' || token.accepts(character);
}

interface Steps {
  isStar(patternAt: number): boolean;
  fits(patternAt: number, itemAt: number): boolean;
  /** Whether a pattern that is used up needs no more, with that many items taken. */
  isEnough(itemsTaken: number): boolean;
}

/** Wildcard matching without recursion: only the last star is ever widened, so the time is bounded by the product of the lengths. */
function matchGreedily(patternLength: number, itemCount: number, steps: Steps): boolean {
  let patternAt = 0;
  let itemAt = 0;
  let star = -1;
  let starItem = 0;
  for (;;) {
    if (patternAt === patternLength && (itemAt === itemCount || steps.isEnough(itemAt))) return true;
    if (itemAt === itemCount) break;
    if (patternAt < patternLength && steps.isStar(patternAt)) {
      star = patternAt;
      starItem = itemAt;
      patternAt += 1;
    } else if (patternAt < patternLength && steps.fits(patternAt, itemAt)) {
      patternAt += 1;
      itemAt += 1;
    } else if (star !== -1) {
      starItem += 1;
      itemAt = starItem;
      patternAt = star + 1;
    } else return false;
  }
  while (patternAt < patternLength && steps.isStar(patternAt)) patternAt += 1;
  return patternAt === patternLength;
}
