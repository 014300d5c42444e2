import { OpsgraphError } from '@opsgraph/core'

/**
 * Reads the version in an If-Match header; quotes are optional (rules.md#saving-a-topology-6). A weak ETag is accepted,
 * because proxies that compress answers weaken ETags.
 *
 * @returns `undefined` if the header is missing or `*`: then every version is accepted
 * @throws OpsgraphError `invalid` for a list of versions
 */
export function readVersionOf(ifMatch: string | undefined): string | undefined {
  if (ifMatch === undefined || ifMatch === '*') return undefined
  if (ifMatch.includes(',')) throw new OpsgraphError('invalid', 'If-Match must hold one ETag, or *')
  return /^(?:W\/)?"(.*)"$/.exec(ifMatch)?.[1] ?? ifMatch
}
