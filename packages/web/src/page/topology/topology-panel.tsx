import { useState } from 'react'
import type { Topology } from '../../api/schemas.js'
import { Icon } from '../../ui/icon.js'
import { Tabs } from '../../ui/tabs.js'
import { TextField } from '../../ui/text-field.js'
import { AlertList } from './alert-list.js'
import type { AssignedAlerts } from './assigned-alerts.js'
import { NodeList } from './node-list.js'
import styles from './panel.module.css'

interface TopologyPanelProps {
  readonly topology: Topology
  readonly alerts: AssignedAlerts
  readonly onShow: (nodeId: string) => void
}

/** What there is to know of a topology while no node is selected: all alerts, and all nodes. */
export function TopologyPanel({ topology, alerts, onShow }: TopologyPanelProps) {
  const tabs = [
    {
      id: 'alerts',
      label: `Alerts ${alerts.all.length}`,
      content: <AllAlerts topology={topology} alerts={alerts} onShow={onShow} />,
    },
    {
      id: 'nodes',
      label: `Nodes ${topology.nodes.length}`,
      content: <AllNodes topology={topology} alerts={alerts} onShow={onShow} />,
    },
  ]
  return <Tabs label="About the topology" tabs={tabs} />
}

function AllAlerts({ topology, alerts, onShow }: TopologyPanelProps) {
  const assigned = alerts.all.filter(({ id }) => alerts.nodeOf.has(id))
  if (alerts.all.length === 0) {
    return (
      <p className={styles.calm}>
        <Icon name="check" /> No active alerts for {topology.service}.
      </p>
    )
  }
  return (
    <>
      {alerts.unassigned.length > 0 && (
        <section className={styles.part}>
          <h2 className={styles.title}>On no node</h2>
          <p className={styles.hint}>Neither their resource nor their environment is drawn here.</p>
          <AlertList alerts={alerts.unassigned} assigned={alerts} />
        </section>
      )}
      {assigned.length > 0 && (
        <section className={styles.part}>
          <h2 className={styles.title}>On nodes</h2>
          <AlertList alerts={assigned} assigned={alerts} nodes={topology.nodes} onShow={onShow} />
        </section>
      )}
    </>
  )
}

function AllNodes({ topology, alerts, onShow }: TopologyPanelProps) {
  const [sought, setSought] = useState('')
  const wanted = sought.trim().toLowerCase()
  const found = topology.nodes.filter(({ label }) => label.toLowerCase().includes(wanted))
  return (
    <section className={styles.part}>
      <TextField label="Find a node" type="search" value={sought} onValueChange={setSought} />
      <NodeList nodes={found} counts={alerts.counts.byNode} onShow={onShow} />
    </section>
  )
}
