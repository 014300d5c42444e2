import { visibleText } from '@opsgraph/draw'
import { useQuery } from '@tanstack/react-query'
import { type Relation, type ResourceName, resourceGraphQuery } from '../../api/resources.js'
import { Failure } from '../../ui/failure.js'
import { Loading } from '../../ui/loading.js'
import { ShowMore } from '../../ui/show-more.js'
import { TimeAgo } from '../../ui/time-ago.js'
import { DeleteRelation } from './delete-relation.js'
import styles from './resource.module.css'
import { RelationSourceBadge } from './resource-link.js'

interface NeighborsProps extends ResourceName {
  readonly onSelect: (name: string) => void
}

/**
 * Lists the parents and the children of a resource. For each of them, the list shows the source of the relation, and
 * when the relation was last confirmed.
 */
export function Neighbors({ environment, resource, onSelect }: NeighborsProps) {
  const query = resourceGraphQuery({ environment, resource, direction: 'both', depth: 1 })
  const { data, error, isPlaceholderData, refetch } = useQuery(query)
  if (error) return <Failure error={error} onRetry={() => refetch()} />
  if (data === undefined || isPlaceholderData) return <Loading what="its relations" />
  return (
    <>
      <Ends title="Parents" hint="hurt if it fails" relations={data.parents} end="parent" onSelect={onSelect} />
      <Ends title="Children" hint="what it needs" relations={data.children} end="resource" onSelect={onSelect} />
    </>
  )
}

interface EndsProps {
  readonly title: string
  readonly hint: string
  readonly relations: readonly Relation[]
  /** Which end of each relation is listed: the parent, or the child (the field `resource`). */
  readonly end: 'parent' | 'resource'
  readonly onSelect: (name: string) => void
}

function Ends({ title, hint, relations, end, onSelect }: EndsProps) {
  return (
    <section className={styles.part}>
      <h3>
        {title} <span className={styles.muted}>{relations.length}</span>
      </h3>
      <p className={styles.muted}>{relations.length === 0 ? 'None.' : hint}</p>
      <ShowMore items={relations} what={title.toLowerCase()}>
        {(shown) => (
          <ul className={styles.ends}>
            {shown.map((relation) => (
              <li key={relation.id} className={styles.end}>
                <div className={styles.what}>
                  <button type="button" className={styles.show} onClick={() => onSelect(relation[end])}>
                    {visibleText(relation[end])}
                  </button>
                  <div className={styles.facts}>
                    <RelationSourceBadge {...relation} />
                    <span className={styles.muted}>
                      confirmed <TimeAgo time={relation.updateTime} />
                    </span>
                  </div>
                </div>
                <DeleteRelation relation={relation} />
              </li>
            ))}
          </ul>
        )}
      </ShowMore>
    </section>
  )
}
