import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Relation, relationClaimsQuery } from '../../api/resources.js'
import { Failure } from '../../ui/failure.js'
import { Loading } from '../../ui/loading.js'
import { TimeAgo } from '../../ui/time-ago.js'
import { RelationSourceBadge } from './relation-parts.js'
import styles from './resource.module.css'

/** Says who states a relation, once the user opens it. */
export function RelationClaims({ relation: { id, resource, parent } }: { readonly relation: Relation }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.claims} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary aria-label={`Stated by: ${parent} – ${resource}`}>Stated by</summary>
      {isOpen && <ClaimList id={id} />}
    </details>
  )
}

function ClaimList({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(relationClaimsQuery(id))
  if (error) return <Failure error={error} onRetry={() => refetch()} />
  if (data === undefined) return <Loading what="its sources" />
  return (
    <ol>
      {data.map(({ source, sourceRef, firstTime, lastTime }) => (
        <li key={`${source} ${sourceRef}`}>
          <RelationSourceBadge source={source} sourceRef={sourceRef} />{' '}
          <span className={styles.muted}>
            first <TimeAgo time={firstTime} />, last <TimeAgo time={lastTime} />
          </span>
        </li>
      ))}
    </ol>
  )
}
