/**
 * Whether an If-None-Match header contains the ETag or is `*`. If so, the caller already has the current answer. A weak
 * ETag in the header matches too, since proxies that compress answers weaken ETags.
 */
export function hasVersion(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim())
  return known.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)
}
