import { LIMITS } from '@opsgraph/core/pure'
import { visibleLabel } from '@opsgraph/draw'
import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { EditedTopology } from '../../api/editor.js'
import { suggest } from '../../api/editor.js'
import { Button } from '../../ui/button.js'
import { Failure } from '../../ui/failure.js'
import { Icon } from '../../ui/icon.js'
import { Notice } from '../../ui/notice.js'
import { ShowMore } from '../../ui/show-more.js'
import type { Edit } from './edit.js'
import styles from './editor.module.css'
import { accepted, type Ghosts, ghostsOf, NO_GHOSTS } from './ghosts.js'
import { environmentOrKind } from './node-links.js'

interface SuggestionPanelProps {
  readonly ghosts: Ghosts
  /** The number of alerts for which no node is suggested, because the topology would then have too many nodes. */
  readonly alertsLeftOut: number
  /** Whether the user has requested suggestions. */
  readonly isAsked: boolean
  readonly isAsking: boolean
  readonly error: Error | null
  readonly onAsk: () => void
  readonly onAccept: (ids: readonly string[]) => void
  readonly onDismiss: () => void
}

/** Lists suggested nodes for alerts whose resource has no node. The user can accept each of them, or all. */
export function SuggestionPanel(props: SuggestionPanelProps) {
  const { ghosts, alertsLeftOut, isAsked, isAsking, error, onAsk, onAccept, onDismiss } = props
  const { nodes } = ghosts
  return (
    <section className={styles.part}>
      <p className={styles.hint}>
        Suggests nodes for alerts of the service whose resource is not drawn, based on the parents in the resource
        graph. Nothing is stored before you save.
      </p>
      <div className={styles.buttons}>
        <Button icon="search" isBusy={isAsking} onClick={onAsk}>
          {isAsked ? 'Suggest again' : 'Suggest nodes'}
        </Button>
        {nodes.length > 0 && (
          <>
            <Button variant="primary" icon="check" onClick={() => onAccept(nodes.map(({ id }) => id))}>
              Accept all {nodes.length}
            </Button>
            <Button onClick={onDismiss}>Dismiss</Button>
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
        <p role="status" className={styles.hint}>
          No suggestions: the resource of every alert is drawn, or the alert has no environment.
        </p>
      )}
      <ShowMore items={nodes} what="suggestions">
        {(shown) => (
          <ul className={styles.list}>
            {shown.map((node) => (
              <li key={node.id} className={styles.link}>
                <span className={styles.ghost}>
                  <Icon name={node.kind} />
                  <span className={styles.label}>{visibleLabel(node.label)}</span>
                  <span className={styles.aside}>{environmentOrKind(node)}</span>
                </span>
                <Button onClick={() => onAccept([node.id])} aria-label={`Accept ${visibleLabel(node.label)}`}>
                  Accept
                </Button>
              </li>
            ))}
          </ul>
        )}
      </ShowMore>
    </section>
  )
}

interface Suggestion extends Ghosts {
  /** The number of alerts for which no node is suggested, because the topology would then have too many nodes. */
  readonly alertsLeftOut: number
}

/** Requests suggestions, drops those that no longer apply to the edited topology, and accepts suggestions. */
export function useSuggestion(id: string, topology: EditedTopology, onEdit: (edit: Edit) => void) {
  const asking = useMutation({ mutationFn: async () => (await suggest(id)) as Suggestion })
  const suggestion = asking.data ?? NO_GHOSTS
  const ghosts = useMemo(() => ghostsOf(suggestion, topology), [suggestion, topology])
  return {
    ghosts,
    alertsLeftOut: asking.data?.alertsLeftOut ?? 0,
    isAsked: asking.data !== undefined,
    isAsking: asking.isPending,
    error: asking.error,
    onAsk: () => asking.mutate(),
    onAccept: (ids: readonly string[]) => onEdit(accepted(ghosts, ids)),
    onDismiss: () => asking.reset(),
  }
}
