import { visibleLabel } from '@opsgraph/draw'
import { Icon } from '../../ui/icon.js'
import { ShowMore } from '../../ui/show-more.js'
import type { EditedTopology } from './edited-topology.js'
import styles from './editor.module.css'
import { FaultNotes } from './fault-notes.js'
import type { PlacedFault } from './faults.js'

interface FaultPanelProps {
  readonly topology: EditedTopology
  readonly faults: readonly PlacedFault[]
  readonly onOpen: (id: string) => void
}

/** A list of all faults that prevent saving. Each fault has buttons that open the nodes that it concerns. */
export function FaultPanel({ topology, faults, onOpen }: FaultPanelProps) {
  if (faults.length === 0) {
    return (
      <p className={styles.calm}>
        <Icon name="check" /> No faults. The topology can be saved.
      </p>
    )
  }
  const labels = new Map(topology.nodes.map(({ id, label }) => [id, visibleLabel(label)]))
  const ends = new Map(topology.edges.map(({ id, source, target }) => [id, [source, target]]))
  const placesOf = ({ nodes, edges }: PlacedFault) =>
    [...new Set([...nodes, ...edges.flatMap((id) => ends.get(id) ?? [])])].filter((id) => labels.has(id))
  return (
    <section className={styles.part}>
      <ShowMore items={faults} what="faults">
        {(shown) => (
          <ul className={styles.list}>
            {shown.map((fault, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two faults may have the same text
              <li key={index}>
                <FaultNotes faults={[fault]} />
                <div className={styles.buttons}>
                  {placesOf(fault).map((id) => (
                    <button key={id} type="button" className={styles.show} onClick={() => onOpen(id)}>
                      Show {labels.get(id)}
                    </button>
                  ))}
                </div>
              </li>
            ))}
          </ul>
        )}
      </ShowMore>
    </section>
  )
}
