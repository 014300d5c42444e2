import type { AlertImpact } from '@opsgraph/core'
import { OpsgraphError, readFilter } from '@opsgraph/core/pure'
import type { CatalogService } from '../../api/catalog.js'
import type { Fault } from '../../api/faults.js'
import { filterText, type SentFilter } from '../policy/sent-filter.js'

/** Describes which alerts count for a service: one sentence per condition. */
export function impactSentences(impact: CatalogService['alertImpact']): readonly string[] {
  const { severities, statuses } = impact
  const [whitelist, blacklist] = [impact.whitelist as SentFilter, impact.blacklist as SentFilter]
  const sentences = [
    severities.length > 0 ? `severity ${severities.join(', ')}` : '',
    statuses.length > 0 ? `status ${statuses.join(', ')}` : '',
    (whitelist.clauses ?? []).length > 0 ? `only: ${filterText(whitelist)}` : '',
    (blacklist.clauses ?? []).length > 0 ? `never: ${filterText(blacklist)}` : '',
  ].filter((sentence) => sentence !== '')
  return sentences.length === 0 ? ['every active alert'] : sentences
}

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
