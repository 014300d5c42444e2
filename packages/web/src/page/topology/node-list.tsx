import { type AlertCount, alertSentence, countText, visibleLabel } from '@opsgraph/draw'
import type { Topology } from '../../api/schemas.js'
import { Icon } from '../../ui/icon.js'
import { SeverityIcon } from '../../ui/severity.js'
import shared from '../../ui/shared.module.css'
import { LongList } from '../../ui/show-more.js'
import styles from './node-list.module.css'

interface NodeListProps {
  readonly nodes: Topology['nodes']
  readonly counts: ReadonlyMap<string, AlertCount>
  readonly onShow: (nodeId: string) => void
}

/** A list of nodes with their alert counts. A click on a node opens it. */
export function NodeList({ nodes, counts, onShow }: NodeListProps) {
  return (
    <LongList items={nodes} what="nodes">
      {({ id, kind, label, environment }) => {
        const count = counts.get(id)
        return (
          <li key={id}>
            <button type="button" className={shared.row} onClick={() => onShow(id)}>
              <Icon name={kind} />
              <span className={shared.label}>{visibleLabel(label)}</span>
              {kind === 'resource' && environment !== null && (
                <span className={shared.muted}>{visibleLabel(environment)}</span>
              )}
              {count && (
                <>
                  <span className={styles.count} aria-hidden="true">
                    {count.open > 0 && <SeverityIcon severity={count.worst} />}
                    {countText(count)}
                  </span>
                  <span className="unseen">, {alertSentence(count)}</span>
                </>
              )}
            </button>
          </li>
        )
      }}
    </LongList>
  )
}

/** Returns the kind of a node, and the environment of a resource: `resource in Production`. */
export function formatKind({ kind, environment }: Topology['nodes'][number]): string {
  return kind === 'resource' && environment !== null ? `${kind} in ${visibleLabel(environment)}` : kind
}
