/**
 * Overwrites everything that a caller could overwrite in a value given to a store or returned by it. A store may
 * prevent it (frozen values) or ignore it (copies); its stored values must not change.
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
