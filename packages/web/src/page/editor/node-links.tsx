import type { DrawnNode, Edge, Node } from '@opsgraph/core'
import { deriveInvalidGraph } from '@opsgraph/core/pure'
import { visibleLabel } from '@opsgraph/draw'
import { useMemo, useRef, useState } from 'react'
import type { EditedTopology } from '../../api/editor.js'
import { Button, IconButton } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { TextField } from '../../ui/field.js'
import { Icon } from '../../ui/icon.js'
import { ShowMore } from '../../ui/show-more.js'
import type { Edit } from './edit.js'
import styles from './editor.module.css'
import { FaultNotes } from './fault-notes.js'
import type { PlacedFault } from './faults.js'
import { newId } from './new-node.js'

interface NodeLinksProps {
  readonly topology: EditedTopology
  readonly node: DrawnNode
  readonly side: 'parents' | 'children'
  /** The faults of edges, by the id of the edge. */
  readonly faults: ReadonlyMap<string, readonly PlacedFault[]>
  readonly onEdit: (edit: Edit) => void
  readonly onOpen: (id: string) => void
}

const TITLES = { parents: 'Parents', children: 'Children' } as const

/** Lists the parents or the children of a node. The user can open them, disconnect them, and connect further nodes. */
export function NodeLinks({ topology, node, side, faults, onEdit, onOpen }: NodeLinksProps) {
  const [isPicking, setPicking] = useState(false)
  const joining = useRef<HTMLButtonElement>(null)
  const name = visibleLabel(node.label)
  const otherEnd = (edge: Edge) => (side === 'parents' ? edge.source : edge.target)
  const edges = topology.edges.filter((edge) => (side === 'parents' ? edge.target : edge.source) === node.id)
  const labels = new Map(topology.nodes.map(({ id, label }) => [id, visibleLabel(label)]))
  const kinds = new Map(topology.nodes.map(({ id, kind }) => [id, kind]))
  const join = (other: string) => {
    const ends = side === 'parents' ? { source: other, target: node.id } : { source: node.id, target: other }
    onEdit({ kind: 'add', nodes: [], edges: [{ id: newId(), ...ends }] })
    setPicking(false)
  }
  const cut = (edge: Edge) => {
    onEdit({ kind: 'remove', nodes: new Set(), edges: new Set([edge.id]) })
    // Move the focus to another button, because the focused button is removed together with the edge.
    joining.current?.focus()
  }
  return (
    <section className={styles.part}>
      <h3 className={styles.title}>
        {TITLES[side]} {edges.length}
      </h3>
      <ShowMore items={edges} what={side}>
        {(shown) => (
          <ul>
            {shown.map((edge) => {
              const label = labels.get(otherEnd(edge)) ?? otherEnd(edge)
              return (
                <li key={edge.id}>
                  <div className={styles.link}>
                    <button type="button" className={styles.row} onClick={() => onOpen(otherEnd(edge))}>
                      <Icon name={kinds.get(otherEnd(edge)) ?? 'alert'} />
                      <span className={styles.label}>{label}</span>
                    </button>
                    <IconButton icon="close" label={`Disconnect ${label} and ${name}`} onClick={() => cut(edge)} />
                  </div>
                  <FaultNotes faults={faults.get(edge.id) ?? []} />
                </li>
              )
            })}
          </ul>
        )}
      </ShowMore>
      <Button ref={joining} icon="plus" onClick={() => setPicking(true)}>
        {side === 'parents' ? 'Connect a parent' : 'Connect a child'}
      </Button>
      {isPicking && (
        <NodePicker
          title={side === 'parents' ? `Choose a parent of ${name}` : `Choose a child of ${name}`}
          topology={topology}
          without={new Set([node.id, ...edges.map(otherEnd)])}
          onPick={join}
          onClose={() => setPicking(false)}
        />
      )}
    </section>
  )
}

interface NodePickerProps {
  readonly title: string
  readonly topology: EditedTopology
  /** The ids of nodes that the user cannot choose, because they are connected already. */
  readonly without: ReadonlySet<string>
  readonly onPick: (id: string) => void
  readonly onClose: () => void
}

/** A dialog in which the user chooses a node by its name. */
function NodePicker({ title, topology, without, onPick, onClose }: NodePickerProps) {
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
                  <span className={styles.aside}>{environmentOrKind(node)}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </ShowMore>
    </Dialog>
  )
}

/** Returns the environment of a resource, or the kind of another node. */
export function environmentOrKind({ kind, environment }: Pick<DrawnNode, 'kind'> & Pick<Node, 'environment'>): string {
  return kind === 'resource' && environment !== null ? visibleLabel(environment) : kind
}
