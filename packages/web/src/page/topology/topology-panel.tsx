import { type AlertCount, alertSentence, countText, inheritedSentence, visibleLabel } from '@opsgraph/draw'
import { type ComponentProps, useState } from 'react'
import type { Topology } from '../../api/schemas.js'
import type { RelatedNodes } from '../../graph/related-nodes.js'
import { IconButton } from '../../ui/button.js'
import { TextField } from '../../ui/field.js'
import { Icon } from '../../ui/icon.js'
import { ServiceContact } from '../../ui/service-contact.js'
import { SeverityIcon } from '../../ui/severity.js'
import shared from '../../ui/shared.module.css'
import { LongList } from '../../ui/show-more.js'
import stage from '../../ui/stage.module.css'
import { Tabs } from '../../ui/tabs.js'
import { AssignedAlertList } from './assigned-alert-list.js'
import { type AlertsState, type AssignedAlerts, formatAlertsTitle, getCountsByNode } from './assigned-alerts.js'
import styles from './topology-panel.module.css'

interface TopologyPanelProps {
  readonly topology: Topology
  readonly alerts: AlertsState
  /** Who answers for the service, and its links; `undefined` = unknown. */
  readonly contact: ComponentProps<typeof ServiceContact> | undefined
  readonly onShow: (nodeId: string) => void
}

/** The panel beside the canvas while no node is selected. It lists all alerts and all nodes. */
export function TopologyPanel(props: TopologyPanelProps) {
  const { topology, alerts } = props
  const tabs = [
    { id: 'alerts', label: formatAlertsTitle(alerts, getAllAlerts), content: <AllAlerts {...props} /> },
    { id: 'nodes', label: `Nodes ${topology.nodes.length}`, content: <AllNodes {...props} /> },
  ]
  return <Tabs label="About the topology" tabs={tabs} />
}

/**
 * Shows the alerts of all nodes in one list, so that the worst alert of the topology is at the top. An alert that is
 * not assigned to a node has the text `on no node`.
 */
function AllAlerts({ topology, alerts, contact, onShow }: TopologyPanelProps) {
  const { assigned, isServiceCalm } = alerts
  return (
    <section className={stage.part}>
      {contact && <ServiceContact {...contact} />}
      {assigned?.counts.unassigned !== undefined && (
        <p className={shared.muted}>
          “On no node”: this topology draws neither the resource nor the environment of the alert.
        </p>
      )}
      {assigned !== undefined && assigned.counts.inherited.size > 0 && (
        <p className={shared.muted}>
          A badge with “↓” shows the worst severity of the nodes below. The alerts themselves are on those nodes.
        </p>
      )}
      <AssignedAlertList
        state={alerts}
        alertsOf={getAllAlerts}
        none={isServiceCalm ? `No active alerts for ${topology.service}.` : 'No active alert reaches this drawing.'}
        isCalm={isServiceCalm}
        nodes={topology.nodes}
        onShow={onShow}
      />
    </section>
  )
}

function getAllAlerts({ sorted }: AssignedAlerts): AssignedAlerts['sorted'] {
  return sorted
}

function AllNodes({ topology, alerts, onShow }: TopologyPanelProps) {
  const [searchText, setSearchText] = useState('')
  const wanted = searchText.trim().toLowerCase()
  const found = topology.nodes.filter(({ label }) => label.toLowerCase().includes(wanted))
  return (
    <section className={stage.part}>
      <TextField label="Find a node" type="search" value={searchText} onValueChange={setSearchText} />
      <NodeList nodes={found} counts={getCountsByNode(alerts)} onShow={onShow} />
    </section>
  )
}

interface NodePanelProps {
  readonly topology: Topology
  readonly node: Topology['nodes'][number]
  readonly related: RelatedNodes
  readonly alerts: AlertsState
  readonly onShow: (nodeId: string) => void
  readonly onClose: () => void
}

/** The panel of one node. It shows the alerts, the ancestors, the descendants and the params of the node. */
export function NodePanel({ topology, node, related, alerts, onShow, onClose }: NodePanelProps) {
  const ownOf = (assigned: AssignedAlerts) => assigned.byNode.get(node.id) ?? []
  const byId = new Map(topology.nodes.map((each) => [each.id, each]))
  const nodesOf = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? [])
  const inherited = alerts.assigned?.counts.inherited.get(node.id)
  const lists = [
    { title: 'Ancestors', nodes: nodesOf(related.ancestors) },
    { title: 'Descendants', nodes: nodesOf(related.descendants) },
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

interface NodeListProps {
  readonly nodes: Topology['nodes']
  readonly counts: ReadonlyMap<string, AlertCount>
  readonly onShow: (nodeId: string) => void
}

/** A list of nodes with their alert counts. A click on a node opens it. */
function NodeList({ nodes, counts, onShow }: NodeListProps) {
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
