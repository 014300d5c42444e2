import { visibleLabel } from '@opsgraph/draw'
import { useMemo, useState } from 'react'
import { TextField } from '../../ui/field.js'
import { Icon } from '../../ui/icon.js'
import shared from '../../ui/shared.module.css'
import { LongList } from '../../ui/show-more.js'
import stage from '../../ui/stage.module.css'
import styles from './editor.module.css'
import { useEditor } from './editor-context.js'
import { buildOutline, type OutlineRow } from './outline.js'
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
