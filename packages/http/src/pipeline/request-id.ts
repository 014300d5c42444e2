import { randomUUID } from 'node:crypto'
import { LIMITS } from '@opsgraph/core'

/**
 * The id of a request: the value of its header X-Request-ID if this value is well-formed, else a new id
 * (rules.md#answers-4).
 */
export function readRequestId(sent: string | string[] | undefined): string {
  const isWellFormed = typeof sent === 'string' && sent.length <= LIMITS.requestId && /^[A-Za-z0-9._-]+$/.test(sent)
  return isWellFormed ? sent : randomUUID()
}
