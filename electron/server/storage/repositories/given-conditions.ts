/** The parameter `hidden` of a condition `owner NOT IN (SELECT value FROM json_each(@hidden))`; none where nothing is hidden. */
export function hiddenCondition(hidden: ReadonlySet<string>): { readonly hidden?: string } {
  return hidden.size === 0 ? {} : { hidden: JSON.stringify([...hidden]) };
}

/**
 * A statement for each choice of conditions: it has only those that are given, so that SQLite can choose the index for them.
 * @param conditions SQL by the name of its parameter
 * @returns the statement for the parameters that are neither null nor undefined; each is prepared once
 */
export function prepareForGiven<Prepared>(
  conditions: Readonly<Record<string, string>>,
  prepare: (where: string) => Prepared,
): (given: object) => Prepared {
  const prepared = new Map<string, Prepared>();
  return (given) => {
    const values = new Map(Object.entries(given));
    const chosen = Object.entries(conditions).filter(([name]) => (values.get(name) ?? null) !== null);
    const where = chosen.length === 0 ? '' : `WHERE ${chosen.map(([, condition]) => condition).join(' AND ')}`;
    const statement = prepared.get(where) ?? prepare(where);
    prepared.set(where, statement);
    return statement;
  };
}
