import type { Change, ChangeAction } from '@opsgraph/core'
import { CHANGE_ACTIONS, changeWords, groupBy } from '@opsgraph/core/pure'
import { visibleText } from '@opsgraph/draw'
import { type ReactNode, useState } from 'react'
import { formatCount } from '../../ui/format.js'
import { joinClasses } from '../../ui/join-classes.js'
import { Segments } from '../../ui/segments.js'
import shared from '../../ui/shared.module.css'
import { ShowMore } from '../../ui/show-more.js'
import styles from './import.module.css'

interface ChangeListProps {
  readonly changes: readonly Change[]
  /** The number of all changes. If there are many, `changes` has only some of them. */
  readonly total: number
  /** The number of removals among all changes. This list does not show removals. */
  readonly removed: number
}

type ShownAction = ChangeAction | 'all'

/**
 * Lists the updates and creations of an import one by one: first changes of the resource graph, then changes of each
 * topology.
 */
export function ChangeList({ changes: listed, total: all, removed }: ChangeListProps) {
  const [chosen, setChosen] = useState<ShownAction>('all')
  const changes = listed.filter(({ action }) => action !== 'remove')
  const total = all - removed
  if (total === 0) return null
  const byAction = groupBy(changes, ({ action }) => action)
  const isThere = chosen === 'all' || byAction.has(chosen)
  const visible = chosen === 'all' || !isThere ? changes : (byAction.get(chosen) ?? [])
  return (
    <section className={styles.changes} aria-label="List of changes">
      <header className={styles.head}>
        <h3>{formatCount(total, removed > 0 ? 'other change' : 'change')}</h3>
        {byAction.size > 1 && (
          <Segments
            label="Changes to show"
            value={isThere ? chosen : 'all'}
            options={listActionChoices(byAction)}
            onChange={setChosen}
          />
        )}
        <p role="status" className={shared.muted}>
          {visible.length < changes.length && `${visible.length} of them are shown.`}
        </p>
      </header>
      {changes.length < total && (
        <p className={shared.muted}>
          Only {changes.length} are listed: first updates, then creations. {total - changes.length} more are not listed.
        </p>
      )}
      <ChangesByService changes={visible} what="changes">
        {(change) => <ChangeItem change={change} />}
      </ChangesByService>
    </section>
  )
}

function ChangeItem({ change }: { readonly change: Change }) {
  const { kind, name, detail } = changeWords(change)
  return (
    <>
      <span className={joinClasses(styles.action, styles[change.action])}>{change.action}</span>
      <span className={styles.kind}>{kind}</span>
      {name !== '' && <span className={styles.name}>{visibleText(name)}</span>}
      {detail !== '' && <span className={shared.muted}>{visibleText(detail)}</span>}
    </>
  )
}

interface ChangesByServiceProps {
  readonly changes: readonly Change[]
  /** What the changes are, such as `removals`, for the buttons that show more. */
  readonly what: string
  readonly children: (change: Change) => ReactNode
}

/** A list of the changes of the resource graph, and one of the changes of each topology. */
export function ChangesByService({ changes, what, children }: ChangesByServiceProps) {
  const groups = groupBy(changes, (change) => ('service' in change ? change.service : undefined) ?? null)
  return [...groups].map(([service, group]) => (
    <FoldedList
      key={service ?? ''}
      title={service === null ? 'Resource graph' : `Topology ${visibleText(service)}`}
      what={what}
      items={group}
      isOnly={groups.size === 1}
    >
      {children}
    </FoldedList>
  ))
}

function listActionChoices(byAction: ReadonlyMap<string, readonly Change[]>) {
  const all = { value: 'all' as ShownAction, label: 'All', title: 'Every change' }
  const found = CHANGE_ACTIONS.filter((action) => byAction.has(action))
  return [
    all,
    ...found.map((action) => ({
      value: action,
      label: `${TITLES[action]} ${byAction.get(action)?.length}`,
      title: `Only changes that ${action}`,
    })),
  ]
}

const TITLES: Readonly<Record<ChangeAction, string>> = { remove: 'Remove', update: 'Update', create: 'Create' }

/** A list with more items than this is closed at first. */
const MAX_OPEN_ITEMS = 10

interface FoldedListProps<Item> {
  readonly title: ReactNode
  /** What the items are, such as `warnings`, for the summary. */
  readonly what: string
  readonly items: readonly Item[]
  /** Whether this is the only list of its section of the page. Such a list is open at first. */
  readonly isOnly: boolean
  readonly children: (item: Item) => ReactNode
}

/** A list that the user can open and close. Its summary shows the number of items. */
export function FoldedList<Item>({ title, what, items, isOnly, children }: FoldedListProps<Item>) {
  return (
    <details className={styles.group} open={items.length <= MAX_OPEN_ITEMS || isOnly}>
      <summary>
        {title} <span className={styles.count}>{items.length}</span>
      </summary>
      <ShowMore items={items} what={what}>
        {(shown) => (
          <ul className={styles.items}>
            {shown.map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order, and items may repeat
              <li key={index}>{children(item)}</li>
            ))}
          </ul>
        )}
      </ShowMore>
    </details>
  )
}
