import type { AlertImpact } from '@opsgraph/core'
import { readFilter } from '@opsgraph/core/pure'
import type { CatalogService } from '../../api/catalog.js'
import { type CheckResult, runCheck } from '../../api/faults.js'
import type { SentFilter } from '../../api/schemas.js'
import { formatFilter } from '../policy/sent-filter.js'

/** Describes which alerts count for a service: one sentence per condition. */
export function describeImpact(impact: CatalogService['alertImpact']): readonly string[] {
  const { severities, statuses } = impact
  const [whitelist, blacklist] = [impact.whitelist as SentFilter, impact.blacklist as SentFilter]
  const sentences = [
    severities.length > 0 ? `severity ${severities.join(', ')}` : '',
    statuses.length > 0 ? `status ${statuses.join(', ')}` : '',
    (whitelist.clauses ?? []).length > 0 ? `only: ${formatFilter(whitelist)}` : '',
    (blacklist.clauses ?? []).length > 0 ? `never: ${formatFilter(blacklist)}` : '',
  ].filter((sentence) => sentence !== '')
  return sentences.length === 0 ? ['every active alert'] : sentences
}

/** An alert impact as the form sends it. */
export type SentImpact = Omit<AlertImpact, 'whitelist' | 'blacklist'> & {
  readonly whitelist: SentFilter
  readonly blacklist: SentFilter
}

/** Checks an alert impact, which says which alerts count for a service, with the same code as the server. */
export function readImpact(sent: SentImpact): CheckResult<AlertImpact> {
  return runCheck(() => ({
    ...sent,
    whitelist: readFilter(sent.whitelist, 'alertImpact.whitelist'),
    blacklist: readFilter(sent.blacklist, 'alertImpact.blacklist'),
  }))
}
