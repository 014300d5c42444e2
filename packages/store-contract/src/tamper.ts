/**
 * Overwrites whatever a caller could overwrite in a value that was given to a store, or came from it. A store may
 * prevent it (frozen values) or not care (copies); what it keeps must stay as it is.
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
