import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { isForbidden } from '../../api/api-error.js'
import { impactOnQuery } from '../../api/impact.js'
import { assignmentsQuery, topologyQuery } from '../../api/topologies.js'
import { Failure } from '../../ui/failure.js'
import { Loading } from '../../ui/loading.js'
import { Page } from '../../ui/page.js'
import { type ReadAlerts, TopologyStage } from './topology-stage.js'

/** The page of one topology. It shows the drawing of the topology with its current alerts. */
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
        trouble={troubleOf(topology.error, assignments, impacts.error)}
        onRetry={onRetry}
      />
    )
  }
  return (
    <Page title="Topology">
      {topology.error ? (
        <Failure error={topology.error} what="The topology cannot be shown" onRetry={() => topology.refetch()} />
      ) : (
        <Loading what="the topology" />
      )}
    </Page>
  )
}

/** Why the page could not be updated, or not completely; `undefined` = it is up to date. */
function troubleOf(topologyError: Error | null, assignments: ReadAlerts, impactError: Error | null) {
  const error = topologyError ?? assignments.error
  if (error !== null) return { error, what: outdatedText(assignments) }
  // A key that may not read the impact still sees the alerts that it may read, and that their numbers are unknown.
  if (impactError === null || isForbidden(impactError)) return undefined
  return { error: impactError, what: 'The numbers of alerts are unknown' }
}

function outdatedText({ data, dataUpdatedAt }: ReadAlerts): string {
  if (data === undefined) return 'The alerts are unknown'
  const time = new Date(dataUpdatedAt).toLocaleTimeString()
  return `This page may be outdated: the last request to the server failed; the alerts were read at ${time}`
}
