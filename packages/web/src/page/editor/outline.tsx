import type { DrawnNode, GraphInput } from '@opsgraph/core'
import { groupBy } from '@opsgraph/core/pure'
import { visibleLabel } from '@opsgraph/draw'
import { useMemo, useState } from 'react'
import { TextField } from '../../ui/field.js'
import { Icon } from '../../ui/icon.js'
import shared from '../../ui/shared.module.css'
import { LongList } from '../../ui/show-more.js'
import stage from '../../ui/stage.module.css'
import styles from './editor.module.css'
import { useEditor } from './editor-context.js'
import { buildRowId } from './use-open-node.js'

/**
 * The maximum indentation, in levels. Deeper nodes are not indented further, because names have to fit into a narrow
 * panel.
 */
const MAX_INDENTATION = 8

/** Lists all nodes, each below its parent. With this list, users can edit a topology without a pointer. */
export function OutlineList() {
  const { topology, nodeFaults, open } = useEditor()
  const [searchText, setSearchText] = useState('')
  const rows = useMemo(() => buildOutline(topology), [topology])
  const wanted = searchText.trim().toLowerCase()
  const found = wanted === '' ? rows : rows.filter(({ node }) => node.label.toLowerCase().includes(wanted))
  return (
    <section className={stage.part}>
      <TextField label="Find a node" type="search" value={searchText} onValueChange={setSearchText} />
      {found.length === 0 && <p className={shared.muted}>No node matches.</p>}
      <LongList items={found} what="nodes">
        {({ node, depth, isUnconnected }) => (
          <li key={node.id} style={{ paddingInlineStart: `${Math.min(depth, MAX_INDENTATION)}rem` }}>
            <button
              type="button"
              id={buildRowId(node.id)}
              className={shared.row}
              aria-label={formatRowName({ node, depth, isUnconnected }, nodeFaults.has(node.id))}
              onClick={() => open.show(node.id)}
            >
              <Icon name={node.kind} />
              <span className={shared.label}>{visibleLabel(node.label)}</span>
              {isUnconnected && <span className={styles.aside}>not connected</span>}
              {nodeFaults.has(node.id) && (
                <span className={styles.mark}>
                  <Icon name="alert" />
                </span>
              )}
            </button>
          </li>
        )}
      </LongList>
    </section>
  )
}

/** Returns the accessible name of a row, which contains everything that the row shows. */
function formatRowName({ node, depth, isUnconnected }: OutlineRow, hasFaults: boolean): string {
  const facts = [node.kind, `level ${depth + 1}`, isUnconnected && 'not connected', hasFaults && 'has faults']
  return [visibleLabel(node.label), ...facts.filter((fact) => fact !== false)].join(', ')
}

/** A row of the outline. It shows one node. */
interface OutlineRow {
  readonly node: DrawnNode
  /** The level of the node in the outline; a node that is listed below no other node has the level 0. */
  readonly depth: number
  /** Whether the graph has no path from the service node to this node. */
  readonly isUnconnected: boolean
}

/**
 * Lists every node once. A node with several parents is listed below the parent that a depth-first search reaches
 * first. Nodes that cannot be reached from the service node come last.
 */
export function buildOutline({ nodes, edges }: GraphInput): readonly OutlineRow[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const drawn = edges.filter(({ source, target }) => byId.has(source) && byId.has(target))
  const bySource = groupBy(drawn, ({ source }) => source)
  const hasParent = new Set(drawn.map(({ target }) => target))
  const service = nodes.filter(({ kind }) => kind === 'service')
  const loose = nodes.filter(({ id, kind }) => kind !== 'service' && !hasParent.has(id))
  const seen = new Set<DrawnNode>()
  // `loose` contains the nodes without a parent. From these nodes, the search may not reach the nodes of a cycle. So
  // the search then starts at every node; `listRowsBelow` skips nodes that are already listed.
  return [
    ...service.flatMap((node) => listRowsBelow(node, false)),
    ...[...loose, ...nodes].flatMap((node) => listRowsBelow(node, true)),
  ]

  /**
   * Lists a node and the nodes below it. It uses a loop and not recursion, because the graph may be deeper than the
   * call stack allows.
   */
  function listRowsBelow(start: DrawnNode, isUnconnected: boolean): readonly OutlineRow[] {
    const rows: OutlineRow[] = []
    const waiting = [{ node: start, depth: 0 }]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (seen.has(next.node)) continue
      seen.add(next.node)
      rows.push({ ...next, isUnconnected })
      const { depth } = next
      const below = bySource.get(next.node.id)?.flatMap(({ target }) => byId.get(target) ?? []) ?? []
      waiting.push(...below.toReversed().map((node) => ({ node, depth: depth + 1 })))
    }
    return rows
  }
}
