/**
 * A copy of plain data that nobody can change: what a store keeps, and may hand out as often as it is read. Keys such
 * as `__proto__` stay keys.
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
