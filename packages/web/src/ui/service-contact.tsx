import { visibleText } from '@opsgraph/draw'
import type { UseQueryResult } from '@tanstack/react-query'
import type { CatalogService } from '../api/catalog.js'
import { ExternalLink } from './linked-text.js'
import styles from './service-contact.module.css'

type Links = CatalogService['links']

interface ServiceContactProps extends Pick<CatalogService, 'owner' | 'runbook'> {
  /** The links of the service, if the page shows them. */
  readonly links?: Pick<UseQueryResult<Links>, 'data' | 'error'>
}

/** Shows who answers for a service, its runbook and its links; nothing if the catalog names none of them. */
export function ServiceContact({ owner, runbook, links }: ServiceContactProps) {
  const { data = [], error = null } = links ?? {}
  if (owner === '' && runbook === '' && data.length === 0 && error === null) return null
  return (
    <div className={styles.facts}>
      {owner !== '' && <span>owner {visibleText(owner)}</span>}
      {runbook !== '' && <ExternalLink address={runbook}>Runbook</ExternalLink>}
      {[...new Map(data.map((link) => [`${link.url} ${link.title}`, link]))].map(([key, { title, url }]) => (
        <ExternalLink key={key} address={url}>
          {visibleText(title)}
        </ExternalLink>
      ))}
      {error !== null && <span>links unknown</span>}
    </div>
  )
}
