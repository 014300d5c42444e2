import { visibleLabel } from '@opsgraph/draw'
import { useMemo, useState } from 'react'
import type { EditedTopology } from '../../api/editor.js'
import { TextField } from '../../ui/field.js'
import { Icon } from '../../ui/icon.js'
import { ShowMore } from '../../ui/show-more.js'
import styles from './editor.module.css'
import type { PlacedFault } from './faults.js'
import { type OutlineRow, outlineOf } from './outline.js'

interface OutlineListProps {
  readonly topology: EditedTopology
  readonly faults: ReadonlyMap<string, readonly PlacedFault[]>
  readonly onOpen: (id: string) => void
}

/**
 * The maximum indentation, in levels. Deeper nodes are not indented further, because names have to fit into a narrow
 * panel.
 */
const DEEPEST = 8

/** Lists all nodes, each below its parent. With this list, users can edit a topology without a pointer. */
export function OutlineList({ topology, faults, onOpen }: OutlineListProps) {
  const [searchText, setSearchText] = useState('')
  const rows = useMemo(() => outlineOf(topology), [topology])
  const wanted = searchText.trim().toLowerCase()
  const found = wanted === '' ? rows : rows.filter(({ node }) => node.label.toLowerCase().includes(wanted))
  return (
    <section className={styles.part}>
      <TextField label="Find a node" type="search" value={searchText} onValueChange={setSearchText} />
      {found.length === 0 && <p className={styles.hint}>No node matches.</p>}
      <ShowMore items={found} what="nodes">
        {(shown) => (
          <ul>
            {shown.map(({ node, depth, isLoose }) => (
              <li key={node.id} style={{ paddingInlineStart: `${Math.min(depth, DEEPEST)}rem` }}>
                <button
                  type="button"
                  id={rowId(node.id)}
                  className={styles.row}
                  aria-label={rowName({ node, depth, isLoose }, faults.has(node.id))}
                  onClick={() => onOpen(node.id)}
                >
                  <Icon name={node.kind} />
                  <span className={styles.label}>{visibleLabel(node.label)}</span>
                  {isLoose && <span className={styles.aside}>not connected</span>}
                  {faults.has(node.id) && (
                    <span className={styles.mark}>
                      <Icon name="alert" />
                    </span>
                  )}
                </button>
              </li>
            ))}
          </ul>
        )}
      </ShowMore>
    </section>
  )
}

/** Returns the accessible name of a row, which contains everything that the row shows. */
function rowName({ node, depth, isLoose }: OutlineRow, hasFaults: boolean): string {
  const facts = [node.kind, `level ${depth + 1}`, isLoose && 'not connected', hasFaults && 'has faults']
  return [visibleLabel(node.label), ...facts.filter((fact) => fact !== false)].join(', ')
}

/** Returns the element id of a row, so that the focus can return to the row. */
export function rowId(node: string): string {
  return `outline-${node}`
}
