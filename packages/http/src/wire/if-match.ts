import { OpsgraphError } from '@opsgraph/core'

/**
 * The version that a caller says it has read, from an If-Match header; quotes may be left out
 * (rules.md#saving-a-topology-6). A weak ETag counts as the version in it: proxies that compress an answer make its
 * ETag weak.
 *
 * @returns `undefined` when any version is fine
 * @throws OpsgraphError `invalid` for a list of versions
 */
export function readVersionOf(ifMatch: string | undefined): string | undefined {
  if (ifMatch === undefined || ifMatch === '*') return undefined
  if (ifMatch.includes(',')) throw new OpsgraphError('invalid', 'If-Match must hold one ETag, or *')
  return /^(?:W\/)?"(.*)"$/.exec(ifMatch)?.[1] ?? ifMatch
}
