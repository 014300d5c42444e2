import { type DrawnNode, deriveInvalidGraph, type Node, visibleLabel } from '@opsgraph/core/browser'
import { useMemo, useState } from 'react'
import { Dialog } from '../../ui/dialog.js'
import { Icon } from '../../ui/icon.js'
import { ShowMore } from '../../ui/show-more.js'
import { TextField } from '../../ui/text-field.js'
import type { EditedTopology } from './edited-topology.js'
import styles from './editor.module.css'

interface NodePickerProps {
  readonly title: string
  readonly topology: EditedTopology
  /** Ids of nodes that cannot be chosen: they are joined already. */
  readonly without: ReadonlySet<string>
  readonly onPick: (id: string) => void
  readonly onClose: () => void
}

/** Asks for one node, found by its name. */
export function NodePicker({ title, topology, without, onPick, onClose }: NodePickerProps) {
  const [sought, setSought] = useState('')
  const nodes = useMemo(() => deriveInvalidGraph(topology).nodes, [topology])
  const wanted = sought.trim().toLowerCase()
  const found = nodes.filter(({ id, label }) => !without.has(id) && label.toLowerCase().includes(wanted))
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <TextField label="Find a node" type="search" value={sought} onValueChange={setSought} />
      {found.length === 0 && <p className={styles.hint}>There is no such node that is not joined already.</p>}
      <ShowMore items={found} what="nodes">
        {(shown) => (
          <ul className={styles.choices}>
            {shown.map((node) => (
              <li key={node.id}>
                <button type="button" className={styles.row} onClick={() => onPick(node.id)}>
                  <Icon name={node.kind} />
                  <span className={styles.label}>{visibleLabel(node.label)}</span>
                  <span className={styles.aside}>{placeOf(node)}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </ShowMore>
    </Dialog>
  )
}

function placeOf({ kind, environment }: Pick<DrawnNode, 'kind'> & Pick<Node, 'environment'>): string {
  return kind === 'resource' && environment !== null ? visibleLabel(environment) : kind
}
