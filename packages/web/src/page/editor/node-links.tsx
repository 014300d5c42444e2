import type { DrawnNode, Edge, Node } from '@opsgraph/core'
import { deriveInvalidGraph } from '@opsgraph/core/pure'
import { visibleLabel } from '@opsgraph/draw'
import { useMemo, useRef, useState } from 'react'
import { Button, IconButton } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { TextField } from '../../ui/field.js'
import { Icon } from '../../ui/icon.js'
import shared from '../../ui/shared.module.css'
import { LongList } from '../../ui/show-more.js'
import stage from '../../ui/stage.module.css'
import styles from './editor.module.css'
import { useEditor } from './editor-context.js'
import { FaultNotes } from './fault-notes.js'
import { createId } from './new-node.js'

interface NodeLinksProps {
  readonly node: DrawnNode
  readonly side: 'parents' | 'children'
}

const TITLES = { parents: 'Parents', children: 'Children' } as const

/** Lists the parents or the children of a node. The user can open them, disconnect them, and connect further nodes. */
export function NodeLinks({ node, side }: NodeLinksProps) {
  const { topology, edgeFaults, edit, open } = useEditor()
  const [isPicking, setPicking] = useState(false)
  const joining = useRef<HTMLButtonElement>(null)
  const name = visibleLabel(node.label)
  const otherEnd = (edge: Edge) => (side === 'parents' ? edge.source : edge.target)
  const edges = topology.edges.filter((edge) => (side === 'parents' ? edge.target : edge.source) === node.id)
  const labels = new Map(topology.nodes.map(({ id, label }) => [id, visibleLabel(label)]))
  const kinds = new Map(topology.nodes.map(({ id, kind }) => [id, kind]))
  const join = (other: string) => {
    const ends = side === 'parents' ? { source: other, target: node.id } : { source: node.id, target: other }
    edit({ kind: 'add', nodes: [], edges: [{ id: createId(), ...ends }] })
    setPicking(false)
  }
  const cut = (edge: Edge) => {
    edit({ kind: 'remove', nodes: new Set(), edges: new Set([edge.id]) })
    // Move the focus to another button, because the focused button is removed together with the edge.
    joining.current?.focus()
  }
  return (
    <section className={stage.part}>
      <h3 className={stage.title}>
        {TITLES[side]} {edges.length}
      </h3>
      <LongList items={edges} what={side}>
        {(edge) => {
          const label = labels.get(otherEnd(edge)) ?? otherEnd(edge)
          return (
            <li key={edge.id}>
              <div className={styles.link}>
                <button type="button" className={shared.row} onClick={() => open.show(otherEnd(edge))}>
                  <Icon name={kinds.get(otherEnd(edge)) ?? 'alert'} />
                  <span className={shared.label}>{label}</span>
                </button>
                <IconButton icon="close" label={`Disconnect ${label} and ${name}`} onClick={() => cut(edge)} />
              </div>
              <FaultNotes faults={edgeFaults.get(edge.id) ?? []} />
            </li>
          )
        }}
      </LongList>
      <Button ref={joining} icon="plus" onClick={() => setPicking(true)}>
        {side === 'parents' ? 'Connect a parent' : 'Connect a child'}
      </Button>
      {isPicking && (
        <NodePicker
          title={side === 'parents' ? `Choose a parent of ${name}` : `Choose a child of ${name}`}
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
  /** The ids of nodes that the user cannot choose, because they are connected already. */
  readonly without: ReadonlySet<string>
  readonly onPick: (id: string) => void
  readonly onClose: () => void
}

/** A dialog in which the user chooses a node by its name. */
function NodePicker({ title, without, onPick, onClose }: NodePickerProps) {
  const { topology } = useEditor()
  const [searchText, setSearchText] = useState('')
  const nodes = useMemo(() => deriveInvalidGraph(topology).nodes, [topology])
  const wanted = searchText.trim().toLowerCase()
  const found = nodes.filter(({ id, label }) => !without.has(id) && label.toLowerCase().includes(wanted))
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <TextField label="Find a node" type="search" value={searchText} onValueChange={setSearchText} />
      {found.length === 0 && <p className={shared.muted}>No unconnected node matches.</p>}
      <LongList items={found} what="nodes" className={styles.choices}>
        {(node) => (
          <li key={node.id}>
            <button type="button" className={shared.row} onClick={() => onPick(node.id)}>
              <Icon name={node.kind} />
              <span className={shared.label}>{visibleLabel(node.label)}</span>
              <span className={styles.aside}>{formatEnvironmentOrKind(node)}</span>
            </button>
          </li>
        )}
      </LongList>
    </Dialog>
  )
}

/** Returns the environment of a resource, or the kind of another node. */
export function formatEnvironmentOrKind({
  kind,
  environment,
}: Pick<DrawnNode, 'kind'> & Pick<Node, 'environment'>): string {
  return kind === 'resource' && environment !== null ? visibleLabel(environment) : kind
}
