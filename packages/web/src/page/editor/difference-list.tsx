import { ShowMore } from '../../ui/show-more.js'
import type { Difference } from './difference.js'
import { isEmpty } from './difference.js'
import styles from './editor.module.css'

const WORDS = { added: 'Added', removed: 'Removed', changed: 'Changed' } as const

interface DifferenceListProps {
  /** The title, such as `Their changes`. */
  readonly title: string
  readonly difference: Difference
}

/** A list of what was added, removed and changed. */
export function DifferenceList({ title, difference }: DifferenceListProps) {
  return (
    <section className={styles.difference} aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      {isEmpty(difference) && <p className={styles.hint}>No differences.</p>}
      {(['added', 'removed', 'changed'] as const).map(
        (kind) =>
          difference[kind].length > 0 && (
            <div key={kind}>
              <h4 className={styles.what}>
                {WORDS[kind]} {difference[kind].length}
              </h4>
              <ShowMore items={difference[kind]} what="changes">
                {(shown) => (
                  <ul>
                    {shown.map((text) => (
                      <li key={text}>{text}</li>
                    ))}
                  </ul>
                )}
              </ShowMore>
            </div>
          ),
      )}
    </section>
  )
}
