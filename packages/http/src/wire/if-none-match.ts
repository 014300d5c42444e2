/**
 * True if an If-None-Match header names an ETag, so that the caller has the current answer already. Weak ETags count,
 * since proxies that compress answers weaken ETags.
 */
export function hasVersion(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim())
  return known.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)
}
