import type { Node, Orientation } from '@opsgraph/core'
import { alertSentence, inheritedSentence, visibleLabel } from '@opsgraph/draw'
import { useMemo, useRef, useState } from 'react'
import type { ServiceImpact } from '../../api/impact.js'
import type { Topology } from '../../api/schemas.js'
import type { KnownAssignments } from '../../api/topologies.js'
import { GraphCanvas, type GraphHandle } from '../../graph/graph-canvas.js'
import { kinOf } from '../../graph/kin.js'
import { NO_MARKS } from '../../graph/marks.js'
import { Failure } from '../../ui/failure.js'
import { ImpactCounts } from '../../ui/impact-counts.js'
import { LinkButton } from '../../ui/link-button.js'
import { Page } from '../../ui/page.js'
import { assignedAlerts } from './assigned-alerts.js'
import { DeleteTopology } from './delete-topology.js'
import { ExportMenu } from './export-menu.js'
import { NodePanel } from './node-panel.js'
import { OrientationSwitch } from './orientation-switch.js'
import { TopologyPanel } from './topology-panel.js'
import styles from './topology-stage.module.css'
import { useShownNode } from './use-shown-node.js'

interface TopologyStageProps {
  readonly topology: Topology
  /** The last answer with the assignments; `undefined` before the first answer. */
  readonly assignments: KnownAssignments | undefined
  /** The error if the last request for the assignments failed. */
  readonly alertsFault: Error | null
  /** How much alerts hurt the service; `undefined` before the first answer, and if the last request failed. */
  readonly impact: ServiceImpact | undefined
  /** The error if the last request for the impact failed. */
  readonly impactFault: Error | null
  /**
   * The error because of which the page could not be updated, and the title above its message. `undefined` = the page
   * is up to date.
   */
  readonly trouble: { readonly error: Error; readonly what: string } | undefined
  readonly onRetry: () => void
}

/**
 * The drawing of a topology, and beside it a panel. The panel shows the selected node, or the whole topology if no node
 * is selected.
 */
export function TopologyStage(props: TopologyStageProps) {
  const { topology, assignments, alertsFault, impact, trouble, onRetry } = props
  const canvas = useRef<GraphHandle>(null)
  const [orientation, setOrientation] = useState<Orientation>(topology.orientation)
  const [selected, select] = useShownNode(topology.nodes)
  const assigned = useMemo(() => assignments && assignedAlerts(topology, assignments), [topology, assignments])
  const alerts = { assigned, fault: alertsFault, impact }
  const kin = useMemo(
    () => (selected === undefined ? undefined : kinOf(topology.edges, selected.id)),
    [topology.edges, selected],
  )
  const graph = useMemo(() => ({ topology, orientation }), [topology, orientation])
  const marks = useMemo(() => {
    const nodes = new Set(kin && selected ? [selected.id, ...kin.ancestors, ...kin.descendants] : [])
    const emphasis = selected && { selected: selected.id, nodes }
    const { byNode: alerts = NO_MARKS.alerts, inherited } = assigned?.counts ?? {}
    return { ...NO_MARKS, alerts, inherited, emphasis }
  }, [assigned, kin, selected])
  const describe = (id: string) => {
    const node = nodeOf(topology, id)
    if (node === undefined) return ''
    if (assigned === undefined || alertsFault !== null) return `${nameOf(node)}: alerts unknown`
    const count = assigned.counts.byNode.get(id)
    const inherited = assigned.counts.inherited.get(id)
    const texts = [
      count === undefined ? 'no active alerts' : alertSentence(count),
      ...(inherited === undefined ? [] : [inheritedSentence(inherited, (from) => labelOf(topology, from))]),
    ]
    return `${nameOf(node)}: ${texts.join(', ')}`
  }
  const show = (id: string) => {
    select(id)
    canvas.current?.reveal(id)
  }
  return (
    <Page
      isWide
      title={topology.name}
      aside={<Standing {...props} />}
      actions={
        <>
          <OrientationSwitch orientation={orientation} stored={topology.orientation} onChange={setOrientation} />
          <LinkButton to={`/topologies/${encodeURIComponent(topology.id)}/edit`} icon="edit">
            Edit
          </LinkButton>
          <ExportMenu
            topology={topology}
            orientation={orientation}
            alerts={alertsFault === null ? assigned?.counts : undefined}
          />
          <DeleteTopology topology={topology} />
        </>
      }
    >
      {trouble && <Failure {...trouble} onRetry={onRetry} />}
      <div className={styles.stage}>
        <GraphCanvas
          ref={canvas}
          label={`The topology ${topology.name}.`}
          graph={graph}
          picture={`${topology.id} ${orientation}`}
          marks={marks}
          selected={selected?.id}
          onSelect={select}
          describe={describe}
        />
        <aside className={styles.panel} aria-label={selected === undefined ? 'Alerts and nodes' : 'Selected node'}>
          {selected === undefined || kin === undefined ? (
            <TopologyPanel topology={topology} alerts={alerts} onShow={show} />
          ) : (
            <NodePanel {...{ topology, node: selected, kin, alerts }} onShow={show} onClose={() => select(undefined)} />
          )}
        </aside>
      </div>
    </Page>
  )
}

/** The numbers of alerts of the service, which are shown next to the title. */
function Standing({ impact, impactFault, alertsFault }: TopologyStageProps) {
  if (impactFault !== null || alertsFault !== null) return <span className={styles.unknown}>alerts unknown</span>
  return impact && <ImpactCounts impact={impact} />
}

function nodeOf({ nodes }: Topology, id: string) {
  return nodes.find((each) => each.id === id)
}

function labelOf(topology: Topology, id: string): string {
  return visibleLabel(nodeOf(topology, id)?.label ?? id)
}

/** Returns the description of a node, such as `astronomy-db, resource in Production`. */
function nameOf({ kind, label, environment }: Pick<Node, 'kind' | 'label' | 'environment'>): string {
  const place = kind === 'resource' && environment !== null ? ` in ${visibleLabel(environment)}` : ''
  return `${visibleLabel(label)}, ${kind}${place}`
}
