/**
 * Overwrites everything in a value that was passed to a store or returned by it, as a careless caller could. The stored
 * rows must not change: a store must either freeze its values or copy them.
 */
export function tamper(value: unknown): void {
  const pending: unknown[] = [value]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== 'object' || next === null) continue
    for (const [key, child] of Object.entries(next)) {
      if (typeof child === 'object') pending.push(child)
      else Reflect.set(next, key, 'tampered')
    }
    if (Array.isArray(next)) Reflect.set(next, next.length, 'tampered')
    else Reflect.set(next, 'tampered', true)
  }
}
