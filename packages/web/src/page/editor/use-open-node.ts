import { useState } from 'react'
import type { Edit } from './edit.js'
import type { EditedTopology } from './edited-topology.js'
import { newId } from './new-id.js'
import { addNode } from './new-node.js'
import { rowId } from './outline-list.js'

interface Editing {
  readonly topology: EditedTopology
  readonly edit: (edit: Edit) => void
  /** Brings a node of the drawing into sight. */
  readonly reveal: (id: string) => void
}

interface Opened {
  readonly id: string
  /** Whether its name takes the focus. */
  readonly isToName: boolean
}

/** Which node is open, and what is done from there; the focus never stays on what is gone. */
export function useOpenNode({ topology, edit, reveal }: Editing) {
  const [opened, setOpened] = useState<Opened>()
  const node = topology.nodes.find(({ id }) => id === opened?.id)
  const show = (id: string) => {
    setOpened({ id, isToName: true })
    reveal(id)
  }
  const backTo = (id: string | undefined) => {
    setOpened(undefined)
    if (id !== undefined) focusSoon(rowId(id))
  }
  return {
    node,
    /** What is marked in the drawing: the open node, or a proposed one. */
    selected: opened?.id,
    isToName: opened?.isToName ?? false,
    show,
    /** From the drawing, where the focus stays. */
    select: (id: string | undefined) => setOpened(id === undefined ? undefined : { id, isToName: false }),
    close: () => backTo(node?.id),
    addBelow: () => {
      if (node === undefined) return
      const kind = node.kind === 'service' ? 'environment' : 'resource'
      const added = addNode(topology, { kind, label: freeName(topology, kind), parent: node.id }, newId)
      edit(added)
      for (const { id } of added.nodes) setOpened({ id, isToName: true })
    },
    /** A topology keeps its service node. */
    remove: () => {
      if (node === undefined || node.kind === 'service') return
      const parent = topology.edges.find(({ target }) => target === node.id)?.source
      edit({ kind: 'remove', nodes: new Set([node.id]), edges: new Set() })
      backTo(parent)
    },
  }
}

/** A name that no node has: what was just added breaks no rule by its name. */
function freeName({ nodes }: EditedTopology, kind: string): string {
  const names = new Set(nodes.map(({ label }) => label))
  let number = 1
  while (names.has(`${kind}-${number}`)) number++
  return `${kind}-${number}`
}

/** After the page has changed. */
function focusSoon(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus())
}
