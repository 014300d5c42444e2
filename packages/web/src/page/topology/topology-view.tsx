import type { Node, Orientation } from '@opsgraph/core'
import { alertSentence, inheritedSentence, visibleLabel } from '@opsgraph/draw'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { isForbidden } from '../../api/api-error.js'
import { serviceLinksQuery } from '../../api/catalog.js'
import { impactOnQuery, type ServiceImpact } from '../../api/impact.js'
import type { Topology } from '../../api/schemas.js'
import { assignmentsQuery, deleteTopology, type TopologyAlerts, topologyQuery } from '../../api/topologies.js'
import { GraphCanvas, type GraphHandle } from '../../graph/graph-canvas.js'
import { NO_MARKS } from '../../graph/painting.js'
import { findRelatedNodes } from '../../graph/related-nodes.js'
import { IconButton, LinkButton } from '../../ui/button.js'
import { ConfirmButton } from '../../ui/dialog.js'
import { formatCount } from '../../ui/format.js'
import { ImpactCounts, isCalm } from '../../ui/impact-counts.js'
import { Loaded } from '../../ui/loaded.js'
import { Failure } from '../../ui/message.js'
import { Page } from '../../ui/page.js'
import { buildPath } from '../../ui/page-links.js'
import { OrientationSwitch } from '../../ui/segments.js'
import shared from '../../ui/shared.module.css'
import stage from '../../ui/stage.module.css'
import { prepareAlerts } from './assigned-alerts.js'
import { ExportMenu } from './export-menu.js'
import { formatKind, NodePanel, TopologyPanel } from './topology-panel.js'

/** The page of one topology. It draws the topology with its current alerts. */
export function TopologyView() {
  const { id = '' } = useParams()
  const topology = useQuery(topologyQuery(id))
  const assignments = useQuery(assignmentsQuery(id))
  const { service = '' } = topology.data ?? {}
  const impacts = useQuery({ ...impactOnQuery([service]), enabled: topology.data !== undefined })
  if (topology.data !== undefined) {
    const onRetry = () => void Promise.all([topology.refetch(), assignments.refetch(), impacts.refetch()])
    return (
      <TopologyStage
        topology={topology.data}
        assignments={assignments}
        impact={{ data: impacts.data?.services[0], error: impacts.error }}
        trouble={findTrouble(topology.error, assignments, impacts.error)}
        onRetry={onRetry}
      />
    )
  }
  return (
    <Page title="Topology">
      <Loaded query={topology} what="the topology" failed="The topology cannot be shown" />
    </Page>
  )
}

/** Returns why the page could not be updated completely; `undefined` = it is up to date. */
function findTrouble(topologyError: Error | null, assignments: ReadAlerts, impactError: Error | null) {
  const error = topologyError ?? assignments.error
  if (error !== null) return { error, what: describeOutdated(assignments) }
  // A key that may not read the impact still sees the alerts, and the text that their numbers are unknown. So this is
  // no error.
  if (impactError === null || isForbidden(impactError)) return undefined
  return { error: impactError, what: 'The numbers of alerts are unknown' }
}

function describeOutdated({ data, dataUpdatedAt }: ReadAlerts): string {
  if (data === undefined) return 'The alerts are unknown'
  const time = new Date(dataUpdatedAt).toLocaleTimeString()
  return `This page may be outdated: the last request to the server failed; the alerts were read at ${time}`
}

/** The last answer with the assignments, and the error if the last request for them failed. */
type ReadAlerts = Pick<UseQueryResult<TopologyAlerts>, 'data' | 'dataUpdatedAt' | 'error'>

interface TopologyStageProps {
  readonly topology: Topology
  readonly assignments: ReadAlerts
  /** How much alerts hurt the service, and the error if the last request for this failed. */
  readonly impact: { readonly data: ServiceImpact | undefined; readonly error: Error | null }
  /**
   * The error because of which the page could not be updated, and the title above its message. `undefined` = the page
   * is up to date.
   */
  readonly trouble: { readonly error: Error; readonly what: string } | undefined
  readonly onRetry: () => void
}

/**
 * A canvas that shows a topology, and beside it a panel. The panel is about the selected node or, if no node is
 * selected, about the whole topology.
 */
function TopologyStage(props: TopologyStageProps) {
  const { topology, impact, trouble, onRetry } = props
  const { data: assignments, error: fault } = props.assignments
  const links = useQuery(serviceLinksQuery(topology.service))
  const canvas = useRef<GraphHandle>(null)
  const [orientation, setOrientation] = useState<Orientation>(topology.orientation)
  const [selected, select] = useSelectedNode(topology.nodes)
  const assigned = useMemo(() => assignments && prepareAlerts(topology, assignments), [topology, assignments])
  const isServiceCalm = impact.error === null && impact.data !== undefined && isCalm(impact.data)
  const alerts = { assigned, fault, isServiceCalm }
  const related = useMemo(
    () => (selected === undefined ? undefined : findRelatedNodes(topology.edges, selected.id)),
    [topology.edges, selected],
  )
  const graph = useMemo(() => ({ topology, orientation }), [topology, orientation])
  const marks = useMemo(() => {
    const nodes = new Set(related && selected ? [selected.id, ...related.ancestors, ...related.descendants] : [])
    const emphasis = selected && { selected: selected.id, nodes }
    const { byNode = NO_MARKS.alerts, inherited } = assigned?.counts ?? {}
    return { ...NO_MARKS, alerts: byNode, inherited, emphasis }
  }, [assigned, related, selected])
  const byId = useMemo(() => new Map(topology.nodes.map((node) => [node.id, node])), [topology])
  const describe = (id: string) => {
    const node = byId.get(id)
    if (node === undefined) return ''
    if (assigned === undefined || fault !== null) return `${formatNodeName(node)}: alerts unknown`
    const count = assigned.counts.byNode.get(id)
    const inherited = assigned.counts.inherited.get(id)
    const texts = [
      count === undefined ? 'no active alerts' : alertSentence(count),
      ...(inherited === undefined
        ? []
        : [inheritedSentence(inherited, (from) => visibleLabel(byId.get(from)?.label ?? from))]),
    ]
    return `${formatNodeName(node)}: ${texts.join(', ')}`
  }
  // The switch does not change the stored orientation. Only the stored orientation shows nodes at their stored
  // positions.
  const describeEffect = (chosen: Orientation) =>
    chosen === topology.orientation ? ', with the stored positions' : ', with computed positions'
  const show = (id: string) => {
    select(id)
    canvas.current?.reveal(id)
  }
  return (
    <Page
      isWide
      title={topology.name}
      aside={<TitleCounts {...props} />}
      actions={
        <>
          <OrientationSwitch value={orientation} describeEffect={describeEffect} onChange={setOrientation} />
          <LinkButton to={buildPath('topologies', topology.id, 'edit')} icon="edit">
            Edit
          </LinkButton>
          <ExportMenu {...{ topology, orientation }} alerts={fault === null ? assigned?.counts : undefined} />
          <DeleteTopology topology={topology} />
        </>
      }
    >
      {trouble && <Failure {...trouble} onRetry={onRetry} />}
      <div className={stage.stage}>
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
        <aside className={stage.panel} aria-label={selected === undefined ? 'Alerts and nodes' : 'Selected node'}>
          {selected === undefined || related === undefined ? (
            <TopologyPanel {...{ topology, alerts }} contact={impact.data && { ...impact.data, links }} onShow={show} />
          ) : (
            <NodePanel
              {...{ topology, node: selected, related, alerts }}
              onShow={show}
              onClose={() => select(undefined)}
            />
          )}
        </aside>
      </div>
    </Page>
  )
}

/** The numbers of alerts of the service, shown next to the title. */
function TitleCounts({ impact, assignments }: TopologyStageProps) {
  if (impact.error !== null || assignments.error !== null) return <span className={shared.bad}>alerts unknown</span>
  return impact.data && <ImpactCounts impact={impact.data} />
}

/** Returns the description of a node, such as `astronomy-db, resource in Production`. */
function formatNodeName(node: Node): string {
  return `${visibleLabel(node.label)}, ${formatKind(node)}`
}

/**
 * A button that deletes a topology after the user has confirmed the deletion. The dialog says what else is deleted, and
 * what is not deleted.
 */
function DeleteTopology({ topology: { id, name, service, nodes, edges } }: { readonly topology: Topology }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const confirm = async () => {
    await deleteTopology(id)
    await navigate('/topologies')
    queries.removeQueries({ queryKey: topologyQuery(id).queryKey })
  }
  return (
    <ConfirmButton
      button={(ask) => <IconButton icon="trash" label="Delete the topology" variant="plain" onClick={ask} />}
      title={`Delete ${name}?`}
      action="Delete the topology"
      queryKey={['topologies']}
      onConfirm={confirm}
    >
      <p>
        This deletes the topology of the service <strong>{service}</strong> with its {formatCount(nodes.length, 'node')}{' '}
        and {formatCount(edges.length, 'edge')}, and the relations in the resource graph that come from it: alerts no
        longer roll up along them. This cannot be undone.
      </p>
      <p>
        Its alerts stay. Its weight policies stay too, without a topology. To be able to restore the topology, export it
        first.
      </p>
    </ConfirmButton>
  )
}

/**
 * Returns the selected node and a function that selects another node. The address of the page contains the id of the
 * selected node, so a link can open the page with this node selected.
 */
function useSelectedNode(nodes: readonly Node[]): [Node | undefined, (id: string | undefined) => void] {
  const [search, setSearch] = useSearchParams()
  const id = search.get('node')
  const select = (next: string | undefined) => {
    setSearch(next === undefined ? {} : { node: next }, { replace: true })
  }
  return [nodes.find((node) => node.id === id), select]
}
