import type { TraversalEntry } from '@opsgraph/core'
import { visibleText } from '@opsgraph/draw'
import type { Relation, ResourceGraph } from '../../api/resources.js'
import { ShowMore } from '../../ui/show-more.js'
import { TimeAgo } from '../../ui/time-ago.js'
import styles from './resource.module.css'
import { RelationSourceBadge } from './resource-link.js'
import { stepOf } from './walk-of.js'

interface WalkListProps {
  readonly graph: ResourceGraph
  readonly relations: readonly Relation[]
  readonly selected: string
  readonly onSelect: (name: string) => void
}

/**
 * Lists all ancestors and descendants of a resource, nearest first. For each of them, the list shows the path from the
 * resource and the last relation of this path.
 */
export function WalkList({ graph, ...rest }: WalkListProps) {
  const { ancestors, descendants } = graph
  return (
    <>
      {ancestors && <Entries direction="ancestors" title="Ancestors" entries={ancestors} {...rest} />}
      {descendants && <Entries direction="descendants" title="Descendants" entries={descendants} {...rest} />}
    </>
  )
}

interface EntriesProps extends Omit<WalkListProps, 'graph'> {
  readonly direction: 'ancestors' | 'descendants'
  readonly title: string
  readonly entries: readonly TraversalEntry[]
}

function Entries({ direction, title, entries, relations, selected, onSelect }: EntriesProps) {
  return (
    <section className={styles.part}>
      <h3>
        {title} <span className={styles.muted}>{entries.length}</span>
      </h3>
      {entries.length === 0 && <p className={styles.muted}>None.</p>}
      <ShowMore items={entries} what={direction}>
        {(shown) => (
          <ol className={styles.ends}>
            {shown.map(({ resource, depth, path }) => (
              <li key={resource} className={styles.end}>
                <div className={styles.what}>
                  <button
                    type="button"
                    className={styles.show}
                    aria-pressed={resource === selected}
                    onClick={() => onSelect(resource)}
                  >
                    {visibleText(resource)}
                  </button>
                  <div className={styles.facts}>
                    <Step relation={stepOf(path, direction, relations)} />
                  </div>
                  {path.length > 2 && (
                    <span className={styles.muted}>via {path.slice(1, -1).map(visibleText).join(' › ')}</span>
                  )}
                </div>
                <span className={styles.level} title="Steps from the start">
                  {depth}
                </span>
              </li>
            ))}
          </ol>
        )}
      </ShowMore>
    </section>
  )
}

/**
 * @param relation `undefined` if it is still loading, or if the page does not request relations because the walk has
 * too many resources for a picture
 */
function Step({ relation }: { readonly relation: Relation | undefined }) {
  if (relation === undefined) return null
  return (
    <>
      <RelationSourceBadge {...relation} />
      <span className={styles.muted}>
        confirmed <TimeAgo time={relation.updateTime} />
      </span>
    </>
  )
}
