import type { Change } from '@opsgraph/core'
import { changeWords } from '@opsgraph/core/pure'
import { visibleText } from '@opsgraph/draw'
import { Icon } from '../../ui/icon.js'
import shared from '../../ui/shared.module.css'
import { ChangesByService } from './change-list.js'
import importStyles from './import.module.css'
import { type RemovedCount, sumRemovals } from './import-report.js'
import styles from './removals.module.css'

interface RemovalsProps {
  readonly counts: readonly RemovedCount[]
  /** The listed changes of the import. */
  readonly changes: readonly Change[]
  /** Why the import would be refused without a confirmation. */
  readonly guard?: string | undefined
}

/** Shows what an import removes: first the numbers in large type, then the names. It is the first section of a plan. */
export function Removals({ counts, changes, guard }: RemovalsProps) {
  if (counts.length === 0 && guard === undefined) {
    return (
      <section className={styles.nothing} aria-label="Removals">
        <Icon name="check" />
        <p>Nothing is removed.</p>
      </section>
    )
  }
  const removed = changes.filter(({ action }) => action === 'remove')
  const missing = sumRemovals(counts) - removed.length
  return (
    <section className={styles.removals} aria-label="Removals">
      <h3 className={shared.bad}>Removals</h3>
      {counts.length === 0 && (
        <p>Only claims of this source are withdrawn. Nothing disappears, because other sources state the same.</p>
      )}
      <ul className={styles.counts}>
        {counts.map(({ count, words }) => (
          <li key={words}>
            <strong>{count.toLocaleString()}</strong> {words}
          </li>
        ))}
      </ul>
      {guard !== undefined && (
        <p className={styles.guard}>
          <Icon name="alert" />
          <span>This is more than usual: {guard}.</span>
        </p>
      )}
      <ChangesByService changes={removed} what="removals">
        {(change) => <Removed change={change} />}
      </ChangesByService>
      {removed.length > 0 && missing > 0 && (
        <p className={styles.more}>{missing.toLocaleString()} more removals are not listed.</p>
      )}
    </section>
  )
}

/** The name of something that an import removes. */
export function Removed({ change }: { readonly change: Change }) {
  const { kind, name } = changeWords(change)
  return (
    <>
      <span className={importStyles.kind}>{kind}</span> <span className={importStyles.name}>{visibleText(name)}</span>
    </>
  )
}
