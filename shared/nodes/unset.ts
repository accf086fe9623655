/** No value: exported flows hold "" for it (Flowise's way), calls `null`; an absent key means the same. */
export function isUnset(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** No value, or a text of nothing but blanks, where such a text can't be meant: secrets and addresses. */
export function isBlank(value: unknown): boolean {
  return isUnset(value) || (typeof value === 'string' && value.trim() === '');
}
