import { useState } from 'react'
import type { EditedTopology } from '../../api/topologies.js'
import type { Edit } from './edit.js'
import { createId, createNodeEdit } from './new-node.js'

interface OpenNode {
  readonly id: string
  /** Whether the name field gets the focus. */
  readonly focusName: boolean
}

/**
 * Returns the open node and the actions on it. When an action removes the focused element, the focus moves to another
 * element.
 *
 * @param reveal pans the canvas until a node is visible
 */
export function useOpenNode(topology: EditedTopology, edit: (edit: Edit) => void, reveal: (id: string) => void) {
  const [opened, setOpened] = useState<OpenNode>()
  const node = topology.nodes.find(({ id }) => id === opened?.id)
  const show = (id: string) => {
    setOpened({ id, focusName: true })
    reveal(id)
  }
  const backTo = (id: string | undefined) => {
    setOpened(undefined)
    if (id !== undefined) focusAfterRender(buildRowId(id))
  }
  return {
    node,
    /** The id of the node that is highlighted on the canvas. This is the open node, or a suggested node. */
    selected: opened?.id,
    focusName: opened?.focusName ?? false,
    show,
    /** Opens a node that the user selected on the canvas. The focus stays on the canvas. */
    select: (id: string | undefined) => setOpened(id === undefined ? undefined : { id, focusName: false }),
    close: () => backTo(node?.id),
    addBelow: () => {
      if (node === undefined) return
      const kind = node.kind === 'service' ? 'environment' : 'resource'
      const added = createNodeEdit(topology, { kind, label: findFreeName(topology, kind), parent: node.id }, createId)
      edit(added)
      for (const { id } of added.nodes) setOpened({ id, focusName: true })
    },
    /** Removes the open node, unless it is the service node, because every topology must have a service node. */
    remove: () => {
      if (node === undefined || node.kind === 'service') return
      const parent = topology.edges.find(({ target }) => target === node.id)?.source
      edit({ kind: 'remove', nodes: new Set([node.id]), edges: new Set() })
      backTo(parent)
    },
  }
}

/** Returns a name that no other node has, so that the new node does not break the rule against duplicate names. */
function findFreeName({ nodes }: EditedTopology, kind: string): string {
  const names = new Set(nodes.map(({ label }) => label))
  let number = 1
  while (names.has(`${kind}-${number}`)) number++
  return `${kind}-${number}`
}

/** Returns the element id of a row of the outline, so that the focus can return to the row. */
export function buildRowId(node: string): string {
  return `outline-${node}`
}

/** Moves the focus to an element after the page has been rendered again. */
function focusAfterRender(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus())
}
