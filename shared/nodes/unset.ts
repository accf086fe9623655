/** No value: exported flows store "" (Flowise's way), calls send `null`; an absent key means the same. */
export function isUnset(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** No value, or blank text where blank text makes no sense: secrets and addresses. */
export function isBlank(value: unknown): boolean {
  return isUnset(value) || (typeof value === 'string' && value.trim() === '');
}
