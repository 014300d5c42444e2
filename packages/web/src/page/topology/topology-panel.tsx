import { type ComponentProps, useState } from 'react'
import type { Topology } from '../../api/schemas.js'
import { TextField } from '../../ui/field.js'
import { ServiceContact } from '../../ui/service-contact.js'
import shared from '../../ui/shared.module.css'
import stage from '../../ui/stage.module.css'
import { Tabs } from '../../ui/tabs.js'
import { AssignedAlertList } from './assigned-alert-list.js'
import { type AlertsState, type AssignedAlerts, formatAlertsTitle, getCountsByNode } from './assigned-alerts.js'
import { NodeList } from './node-list.js'

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
