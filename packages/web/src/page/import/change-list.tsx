import {
  CHANGE_ACTIONS,
  type Change,
  type ChangeAction,
  changeWords,
  groupBy,
  visibleText,
} from '@opsgraph/core/browser'
import { useState } from 'react'
import { classes } from '../../ui/classes.js'
import { Segments } from '../../ui/segments.js'
import { FoldedList } from './folded-list.js'
import styles from './import.module.css'

interface ChangeListProps {
  readonly changes: readonly Change[]
  /** How many there are; a server lists a part of very many. */
  readonly total: number
}

type Shown = ChangeAction | 'all'

/** What an import changes, one by one: the resource graph, then topology by topology. */
export function ChangeList({ changes, total }: ChangeListProps) {
  const [chosen, setChosen] = useState<Shown>('all')
  if (total === 0) return null
  const byAction = groupBy(changes, ({ action }) => action)
  const isThere = chosen === 'all' || byAction.has(chosen)
  const shown = chosen === 'all' || !isThere ? changes : (byAction.get(chosen) ?? [])
  const groups = groupBy(shown, serviceOf)
  return (
    <section className={styles.changes} aria-label="List of changes">
      <header className={styles.head}>
        <h3>
          {total} {total === 1 ? 'change' : 'changes'}
        </h3>
        {byAction.size > 1 && (
          <Segments
            label="Changes to show"
            value={isThere ? chosen : 'all'}
            options={choices(byAction)}
            onChange={setChosen}
          />
        )}
        <p role="status" className={styles.hint}>
          {shown.length < changes.length && `${shown.length} of them are shown.`}
        </p>
      </header>
      {changes.length < total && (
        <p className={styles.hint}>
          Listed are {changes.length}, and {total - changes.length} more are not: what is removed comes first, then what
          is updated.
        </p>
      )}
      {[...groups].map(([service, group]) => (
        <FoldedList
          key={service ?? ''}
          title={titleOf(service)}
          what="changes"
          items={group}
          isOnly={groups.size === 1}
        >
          {(change) => <ChangeItem change={change} />}
        </FoldedList>
      ))}
    </section>
  )
}

function ChangeItem({ change }: { readonly change: Change }) {
  const { kind, name, detail } = changeWords(change)
  return (
    <>
      <span className={classes(styles.action, styles[change.action])}>{change.action}</span>
      <span className={styles.kind}>{kind}</span>
      {name !== '' && <span className={styles.name}>{visibleText(name)}</span>}
      {detail !== '' && <span className={styles.hint}>{visibleText(detail)}</span>}
    </>
  )
}

/** `null` = it is about the resource graph. */
function serviceOf(change: Change): string | null {
  return change.kind === 'relation' ? null : change.service
}

function titleOf(service: string | null): string {
  return service === null ? 'Resource graph' : `Topology ${visibleText(service)}`
}

function choices(byAction: ReadonlyMap<string, readonly Change[]>) {
  const all = { value: 'all' as Shown, label: 'All', title: 'Every change' }
  const found = CHANGE_ACTIONS.filter((action) => byAction.has(action))
  return [
    all,
    ...found.map((action) => ({
      value: action,
      label: `${TITLES[action]} ${byAction.get(action)?.length}`,
      title: `Only what is ${action}d`,
    })),
  ]
}

const TITLES: Readonly<Record<ChangeAction, string>> = { remove: 'Remove', update: 'Update', create: 'Create' }
