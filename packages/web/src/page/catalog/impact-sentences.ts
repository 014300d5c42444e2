import type { CatalogService } from '../../api/catalog.js'
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
