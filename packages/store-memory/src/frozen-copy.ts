/**
 * Returns a deeply frozen copy of plain data. A store can keep this copy and return it without copying it again. A key
 * such as `__proto__` remains an ordinary key.
 */
export function frozenCopy<T>(value: T): T {
  const copy = structuredClone(value)
  const pending: unknown[] = [copy]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== 'object' || next === null) continue
    Object.freeze(next)
    for (const child of Object.values(next)) if (typeof child === 'object') pending.push(child)
  }
  return copy
}
