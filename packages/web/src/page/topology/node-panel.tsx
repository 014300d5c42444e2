import { inheritedSentence, visibleLabel } from '@opsgraph/draw'
import type { Topology } from '../../api/schemas.js'
import type { RelatedNodes } from '../../graph/related-nodes.js'
import { IconButton } from '../../ui/button.js'
import { Icon } from '../../ui/icon.js'
import shared from '../../ui/shared.module.css'
import stage from '../../ui/stage.module.css'
import { AssignedAlertList } from './assigned-alert-list.js'
import { type AlertsState, type AssignedAlerts, formatAlertsTitle, getCountsByNode } from './assigned-alerts.js'
import { formatKind, NodeList } from './node-list.js'
import styles from './panel.module.css'

interface NodePanelProps {
  readonly topology: Topology
  readonly node: Topology['nodes'][number]
  readonly kin: RelatedNodes
  readonly alerts: AlertsState
  readonly onShow: (nodeId: string) => void
  readonly onClose: () => void
}

/** The panel of one node. It shows the alerts, the ancestors, the descendants and the params of the node. */
export function NodePanel({ topology, node, kin, alerts, onShow, onClose }: NodePanelProps) {
  const ownOf = (assigned: AssignedAlerts) => assigned.byNode.get(node.id) ?? []
  const byId = new Map(topology.nodes.map((each) => [each.id, each]))
  const nodesOf = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? [])
  const inherited = alerts.assigned?.counts.inherited.get(node.id)
  const lists = [
    { title: 'Ancestors', nodes: nodesOf(kin.ancestors) },
    { title: 'Descendants', nodes: nodesOf(kin.descendants) },
  ].filter(({ nodes }) => nodes.length > 0)
  return (
    <>
      <header className={stage.head}>
        <Icon name={node.kind} />
        <div className={shared.grow}>
          <h2>{visibleLabel(node.label)}</h2>
          <p className={shared.muted}>{formatKind(node)}</p>
        </div>
        <IconButton icon="close" label="Close the node" onClick={onClose} />
      </header>
      <section className={stage.part}>
        <h3 className={stage.title}>{formatAlertsTitle(alerts, ownOf)}</h3>
        <AssignedAlertList
          state={alerts}
          alertsOf={ownOf}
          none="No active alerts on this node."
          isCalm={inherited === undefined && (node.kind !== 'service' || alerts.isServiceCalm)}
        />
        {inherited !== undefined && alerts.fault === null && (
          <p className={shared.muted}>
            This node {inheritedSentence(inherited, (id) => visibleLabel(byId.get(id)?.label ?? id))}.
          </p>
        )}
      </section>
      {lists.map(({ title, nodes }) => (
        <section key={title} className={stage.part}>
          <h3 className={stage.title}>
            {title} {nodes.length}
          </h3>
          <NodeList nodes={nodes} counts={getCountsByNode(alerts)} onShow={onShow} />
        </section>
      ))}
      <Sources claims={node.params.claims} />
      <Facts params={node.params} />
    </>
  )
}

/** The CMDB sources that claim the node. The node stays until the last of them withdraws it. */
function Sources({ claims }: { readonly claims: unknown }) {
  if (!Array.isArray(claims)) return null
  return (
    <section className={stage.part}>
      <h3 className={stage.title}>CMDB sources {claims.length}</h3>
      <p className={shared.muted}>{claims.join(', ')}</p>
    </section>
  )
}

function Facts({ params }: { readonly params: Topology['nodes'][number]['params'] }) {
  const facts = Object.entries(params).filter(([name]) => name !== 'claims')
  if (facts.length === 0) return null
  return (
    <section className={stage.part}>
      <h3 className={stage.title}>Params</h3>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
