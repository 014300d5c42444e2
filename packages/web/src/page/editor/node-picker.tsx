import type { DrawnNode, Node } from '@opsgraph/core'
import { deriveInvalidGraph } from '@opsgraph/core/pure'
import { visibleLabel } from '@opsgraph/draw'
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
  /** The ids of nodes that the user cannot choose, because they are connected already. */
  readonly without: ReadonlySet<string>
  readonly onPick: (id: string) => void
  readonly onClose: () => void
}

/** A dialog in which the user chooses a node by its name. */
export function NodePicker({ title, topology, without, onPick, onClose }: NodePickerProps) {
  const [searchText, setSearchText] = useState('')
  const nodes = useMemo(() => deriveInvalidGraph(topology).nodes, [topology])
  const wanted = searchText.trim().toLowerCase()
  const found = nodes.filter(({ id, label }) => !without.has(id) && label.toLowerCase().includes(wanted))
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <TextField label="Find a node" type="search" value={searchText} onValueChange={setSearchText} />
      {found.length === 0 && <p className={styles.hint}>No unconnected node matches.</p>}
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
