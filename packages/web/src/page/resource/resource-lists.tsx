import { visibleText } from '@opsgraph/draw'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  type Relation,
  type ResourceGraph,
  type ResourceName,
  relationClaimsQuery,
  resourceGraphQuery,
} from '../../api/resources.js'
import { joinClasses } from '../../ui/join-classes.js'
import { Loaded } from '../../ui/loaded.js'
import { Failure, Loading } from '../../ui/message.js'
import shared from '../../ui/shared.module.css'
import { LongList } from '../../ui/show-more.js'
import stage from '../../ui/stage.module.css'
import { TimeAgo } from '../../ui/time-ago.js'
import { DeleteRelation, RelationSourceBadge } from './relation-parts.js'
import styles from './resource.module.css'

interface Selecting {
  readonly onSelect: (name: string) => void
}

/** Lists the parents and the children of a resource, each with its relation to the resource. */
export function Neighbors({ environment, resource, onSelect }: ResourceName & Selecting) {
  const query = resourceGraphQuery({ environment, resource, direction: 'both', depth: 1 })
  const { data, error, isPlaceholderData, refetch } = useQuery(query)
  if (error) return <Failure error={error} onRetry={() => refetch()} />
  if (data === undefined || isPlaceholderData) return <Loading what="its relations" />
  const entry = (end: 'parent' | 'resource') => (relation: Relation) => (
    <Entry key={relation.id} name={relation[end]} relation={relation} onSelect={onSelect} hasClaims>
      <DeleteRelation relation={relation} />
    </Entry>
  )
  return (
    <>
      <Entries title="Parents" hint="the parent is what is hurt when the resource fails" items={data.parents}>
        {entry('parent')}
      </Entries>
      <Entries title="Children" hint="what it needs" items={data.children}>
        {entry('resource')}
      </Entries>
    </>
  )
}

interface WalkListProps extends Selecting {
  readonly graph: ResourceGraph
  /**
   * The relations between the resources of the walk; empty while they are loading, and if the walk has too many
   * resources for a picture.
   */
  readonly relations: readonly Relation[]
  readonly selected: string
}

/**
 * Lists all ancestors and descendants of a resource, those nearest to the resource first. For each of them, the list
 * shows the path from the resource and the last relation of this path.
 */
export function WalkList({ graph, relations, selected, onSelect }: WalkListProps) {
  return (['ancestors', 'descendants'] as const).map((direction) => {
    const found = graph[direction]
    if (found === undefined) return null
    return (
      <Entries key={direction} title={direction === 'ancestors' ? 'Ancestors' : 'Descendants'} items={found} isOrdered>
        {({ resource, depth, path }) => (
          <Entry
            key={resource}
            name={resource}
            relation={findLastRelation(path, direction, relations)}
            isSelected={resource === selected}
            between={path.slice(1, -1)}
            onSelect={onSelect}
          >
            <span className={styles.level} title="Steps from the start">
              {depth}
            </span>
          </Entry>
        )}
      </Entries>
    )
  })
}

/** Returns the relation between the last two resources of a path. */
function findLastRelation(
  path: readonly string[],
  direction: 'ancestors' | 'descendants',
  relations: readonly Relation[],
): Relation | undefined {
  const [before, last] = path.slice(-2)
  const [resource, parent] = direction === 'ancestors' ? [before, last] : [last, before]
  return relations.find((relation) => relation.resource === resource && relation.parent === parent)
}

interface EntriesProps<Item> {
  readonly title: string
  readonly hint?: string
  readonly items: readonly Item[]
  readonly isOrdered?: boolean
  readonly children: (item: Item) => ReactNode
}

function Entries<Item>({ title, hint, items, isOrdered = false, children }: EntriesProps<Item>) {
  const note = items.length === 0 ? 'None.' : hint
  return (
    <section className={stage.part}>
      <h3>
        {title} <span className={shared.muted}>{items.length}</span>
      </h3>
      {note !== undefined && <p className={shared.muted}>{note}</p>}
      <LongList items={items} what={title.toLowerCase()} className={shared.tight} isOrdered={isOrdered}>
        {children}
      </LongList>
    </section>
  )
}

interface EntryProps extends Selecting {
  readonly name: string
  readonly relation: Relation | undefined
  readonly isSelected?: boolean
  /** Whether the entry shows the claims of the relation. */
  readonly hasClaims?: boolean
  /** The resources on the path between the start of the walk and this resource. */
  readonly between?: readonly string[]
  /** Shown at the end of the line. */
  readonly children: ReactNode
}

/** A resource, with the source of a relation, and when the relation was last confirmed. */
function Entry({ name, relation, isSelected, hasClaims = false, between = [], onSelect, children }: EntryProps) {
  return (
    <li className={styles.end}>
      <div className={shared.grow}>
        <button
          type="button"
          className={joinClasses(shared.link, styles.show)}
          aria-pressed={isSelected}
          onClick={() => onSelect(name)}
        >
          {visibleText(name)}
        </button>
        <div className={styles.facts}>
          {relation && (
            <>
              <RelationSourceBadge {...relation} />
              <span className={shared.muted}>
                confirmed <TimeAgo time={relation.updateTime} />
              </span>
            </>
          )}
        </div>
        {hasClaims && relation && <RelationClaims relation={relation} />}
        {between.length > 0 && <span className={shared.muted}>via {between.map(visibleText).join(' › ')}</span>}
      </div>
      {children}
    </li>
  )
}

/** Shows the claims of a relation. They are read as soon as the user opens the section. */
function RelationClaims({ relation: { id, resource, parent } }: { readonly relation: Relation }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.claims} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary aria-label={`Stated by: ${parent} – ${resource}`}>Stated by</summary>
      {isOpen && <ClaimList id={id} />}
    </details>
  )
}

function ClaimList({ id }: { readonly id: string }) {
  const query = useQuery(relationClaimsQuery(id))
  return (
    <Loaded query={query} what="its sources">
      {(claims) => (
        <ol>
          {claims.map(({ source, sourceRef, firstTime, lastTime }) => (
            <li key={`${source} ${sourceRef}`}>
              <RelationSourceBadge source={source} sourceRef={sourceRef} />{' '}
              <span className={shared.muted}>
                first <TimeAgo time={firstTime} />, last <TimeAgo time={lastTime} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </Loaded>
  )
}
