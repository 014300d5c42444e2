import { LIMITS } from '@opsgraph/core/pure'
import { visibleLabel } from '@opsgraph/draw'
import { Button } from '../../ui/button.js'
import { Icon } from '../../ui/icon.js'
import { Failure, Notice } from '../../ui/message.js'
import shared from '../../ui/shared.module.css'
import { LongList } from '../../ui/show-more.js'
import stage from '../../ui/stage.module.css'
import styles from './editor.module.css'
import { useEditor } from './editor-context.js'
import { formatEnvironmentOrKind } from './node-links.js'

/** Lists suggested nodes for alerts whose resource has no node. The user can accept each of them, or all. */
export function SuggestionPanel() {
  const { suggested, alertsLeftOut, isAsked, isAsking, error, ask, accept, dismiss } = useEditor().suggestion
  const { nodes } = suggested
  return (
    <section className={stage.part}>
      <p className={shared.muted}>
        Suggests nodes for alerts of the service whose resource is not drawn, based on the parents in the resource
        graph. Nothing is stored before you save.
      </p>
      <div className={styles.buttons}>
        <Button icon="search" isBusy={isAsking} onClick={ask}>
          {isAsked ? 'Suggest again' : 'Suggest nodes'}
        </Button>
        {nodes.length > 0 && (
          <>
            <Button variant="primary" icon="check" onClick={() => accept(nodes.map(({ id }) => id))}>
              Accept all {nodes.length}
            </Button>
            <Button onClick={dismiss}>Dismiss</Button>
          </>
        )}
      </div>
      {error && <Failure error={error} what="No suggestions" />}
      {alertsLeftOut > 0 && (
        <Notice tone="warning">
          A topology has at most {LIMITS.topologyNodes.toLocaleString('en-US')} nodes:{' '}
          {alertsLeftOut === 1 ? '1 alert gets' : `${alertsLeftOut.toLocaleString('en-US')} alerts get`} no node. Remove
          nodes that you do not need, save, and suggest again.
        </Notice>
      )}
      {isAsked && !isAsking && nodes.length === 0 && alertsLeftOut === 0 && (
        <p role="status" className={shared.muted}>
          No suggestions: the resource of every alert is drawn, or the alert has no environment.
        </p>
      )}
      <LongList items={nodes} what="suggestions" className={shared.list}>
        {(node) => (
          <li key={node.id} className={styles.link}>
            <span className={styles.suggested}>
              <Icon name={node.kind} />
              <span className={shared.label}>{visibleLabel(node.label)}</span>
              <span className={styles.aside}>{formatEnvironmentOrKind(node)}</span>
            </span>
            <Button onClick={() => accept([node.id])} aria-label={`Accept ${visibleLabel(node.label)}`}>
              Accept
            </Button>
          </li>
        )}
      </LongList>
    </section>
  )
}
