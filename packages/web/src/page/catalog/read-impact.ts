import type { AlertImpact } from '@opsgraph/core'
import { OpsgraphError, readFilter } from '@opsgraph/core/pure'
import type { Fault } from '../../api/faults.js'
import type { SentFilter } from '../policy/sent-filter.js'

type SentImpact = Omit<AlertImpact, 'whitelist' | 'blacklist'> & {
  readonly whitelist: SentFilter
  readonly blacklist: SentFilter
}

/**
 * Validates an alert impact, which says which alerts count for a service, with the same code as the server. Returns the
 * alert impact, or the first fault of its filters.
 */
export function readImpact(sent: SentImpact): { readonly impact: AlertImpact } | { readonly fault: Fault } {
  try {
    const whitelist = readFilter(sent.whitelist, 'alertImpact.whitelist')
    const blacklist = readFilter(sent.blacklist, 'alertImpact.blacklist')
    return { impact: { ...sent, whitelist, blacklist } }
  } catch (error) {
    if (!(error instanceof OpsgraphError)) throw error
    return { fault: { path: error.message.split(' ', 1)[0] ?? '', message: error.message } }
  }
}
