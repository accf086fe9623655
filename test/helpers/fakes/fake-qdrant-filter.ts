/** An answer other than 200; without a message it has no body. */
export class FakeQdrantError extends Error {
  readonly status: number;
  readonly words: string | undefined;

  constructor(status: number, words: string | undefined) {
    super(words);
    this.status = status;
    this.words = words;
  }
}

interface FilteredPoint {
  readonly payload: Readonly<Record<string, unknown>>;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function malformed(what: string): FakeQdrantError {
  return new FakeQdrantError(400, `Format error in JSON body: ${what}`);
}

/** `a."b c".d`: names of letters, digits, _ and -, or any text without quotation marks between two of them. */
function parsePath(path: unknown): readonly string[] {
  if (typeof path !== 'string') throw malformed('a key is not text');
  const names: string[] = [];
  for (let rest = path; ; ) {
    const found = /^(?:([\p{L}\p{N}_-]+)|"([^"]*)")(\.|$)/u.exec(rest);
    if (found === null) throw malformed(`Invalid json path: '${path}'`);
    names.push(found[1] ?? found[2] ?? '');
    if (found[3] === '') return names;
    rest = rest.slice(found[0].length);
  }
}

/** The value at a path; undefined if there is none. Lists are not traversed. */
function valueAt(payload: unknown, names: readonly string[]): unknown {
  let value: unknown = payload;
  for (const name of names) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

function isValue(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value);
}

function matches(match: unknown, value: unknown): boolean {
  if (!isObject(match)) throw malformed('match is not an object');
  const { value: wanted, any } = match;
  if (Array.isArray(any)) {
    const kinds = new Set(any.map((choice) => (Number.isSafeInteger(choice) ? 'integer' : typeof choice)));
    // Like the real server: texts or integers, not both, and nothing else.
    if (kinds.size > 1 || !(kinds.has('string') || kinds.has('integer') || kinds.size === 0)) {
      throw malformed('data did not match any variant of untagged enum AnyVariants');
    }
    return any.includes(value);
  }
  if (!isValue(wanted)) throw malformed('data did not match any variant of untagged enum ValueVariants');
  return value === wanted;
}

const COMPARE: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  gt: (value, limit) => value > limit,
  gte: (value, limit) => value >= limit,
  lt: (value, limit) => value < limit,
  lte: (value, limit) => value <= limit,
};

function isInRange(range: unknown, value: unknown): boolean {
  if (!isObject(range)) throw malformed('range is not an object');
  return Object.entries(range).every(([name, limit]) => {
    const compare = COMPARE[name];
    if (compare === undefined || typeof limit !== 'number') throw malformed(`unknown range ${name}`);
    return typeof value === 'number' && compare(value, limit);
  });
}

function fitsField(condition: Readonly<Record<string, unknown>>, { payload }: FilteredPoint): boolean {
  const value = valueAt(payload, parsePath(condition.key));
  // A list matches if one of its values does.
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  if ('match' in condition) return values.some((one) => matches(condition.match, one));
  if ('range' in condition) return values.some((one) => isInRange(condition.range, one));
  throw malformed('data did not match any variant of untagged enum Condition');
}

function fitsCondition(condition: unknown, point: FilteredPoint): boolean {
  if (!isObject(condition)) throw malformed('a condition is not an object');
  if (isObject(condition.is_null)) {
    const value = valueAt(point.payload, parsePath(condition.is_null.key));
    return value === null || (Array.isArray(value) && value.includes(null));
  }
  if ('key' in condition) return fitsField(condition, point);
  return fitsFilter(condition, point);
}

/** Whether a point passes a filter of `must`, `should` and `must_not`. */
export function fitsFilter(filter: Readonly<Record<string, unknown>>, point: FilteredPoint): boolean {
  for (const name of Object.keys(filter)) {
    if (!['must', 'should', 'must_not'].includes(name)) throw malformed(`unknown field ${name}`);
  }
  const listOf = (name: string): readonly unknown[] => {
    const list = filter[name];
    return list === undefined || list === null ? [] : Array.isArray(list) ? list : [list];
  };
  const should = listOf('should');
  return (
    listOf('must').every((condition) => fitsCondition(condition, point)) &&
    (should.length === 0 || should.some((condition) => fitsCondition(condition, point))) &&
    !listOf('must_not').some((condition) => fitsCondition(condition, point))
  );
}
