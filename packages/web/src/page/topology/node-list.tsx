import { type AlertCount, alertSentence, countText, visibleLabel } from '@opsgraph/draw'
import type { Topology } from '../../api/schemas.js'
import { Icon } from '../../ui/icon.js'
import { SeverityIcon } from '../../ui/severity.js'
import { ShowMore } from '../../ui/show-more.js'
import styles from './node-list.module.css'

interface NodeListProps {
  readonly nodes: Topology['nodes']
  readonly counts: ReadonlyMap<string, AlertCount>
  readonly onShow: (nodeId: string) => void
}

/** A list of nodes with their alert counts. A click on a node opens it. */
export function NodeList({ nodes, counts, onShow }: NodeListProps) {
  return (
    <ShowMore items={nodes} what="nodes">
      {(shown) => (
        <ul>
          {shown.map(({ id, kind, label, environment }) => {
            const count = counts.get(id)
            return (
              <li key={id}>
                <button type="button" className={styles.node} onClick={() => onShow(id)}>
                  <Icon name={kind} />
                  <span className={styles.label}>{visibleLabel(label)}</span>
                  {kind === 'resource' && environment !== null && (
                    <span className={styles.environment}>{visibleLabel(environment)}</span>
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
          })}
        </ul>
      )}
    </ShowMore>
  )
}
