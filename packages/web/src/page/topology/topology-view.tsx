import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ApiError } from '../../api/api-error.js'
import { impactOnQuery } from '../../api/impact.js'
import { assignmentsQuery, topologyQuery } from '../../api/topologies.js'
import { Failure } from '../../ui/failure.js'
import { Loading } from '../../ui/loading.js'
import { Page } from '../../ui/page.js'
import { TopologyStage } from './topology-stage.js'

/** The page of one topology. It shows the drawing of the topology with its current alerts. */
export function TopologyView() {
  const { id = '' } = useParams()
  const topology = useQuery(topologyQuery(id))
  const assignments = useQuery(assignmentsQuery(id))
  const { service = '' } = topology.data ?? {}
  const impacts = useQuery({ ...impactOnQuery([service]), enabled: topology.data !== undefined })
  if (topology.data !== undefined) {
    const numbersError = isForbidden(impacts.error) ? null : impacts.error
    const error = topology.error ?? assignments.error ?? numbersError
    const onRetry = () => void Promise.all([topology.refetch(), assignments.refetch(), impacts.refetch()])
    return (
      <TopologyStage
        topology={topology.data}
        assignments={assignments.data}
        alertsFault={assignments.error}
        impact={impacts.error === null ? impacts.data?.services[0] : undefined}
        impactFault={impacts.error}
        trouble={
          error === null
            ? undefined
            : { error, what: error === numbersError ? NUMBERS_UNKNOWN : troubleOf(assignments) }
        }
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

/** Whether the key may not read the impact. The page then shows what the key may read, and says what is unknown. */
function isForbidden(error: Error | null): boolean {
  return error instanceof ApiError && error.status === FORBIDDEN
}

const FORBIDDEN = 403
const NUMBERS_UNKNOWN = 'The numbers of alerts are unknown'

function troubleOf({ data, dataUpdatedAt }: { readonly data: unknown; readonly dataUpdatedAt: number }): string {
  if (data === undefined) return 'The alerts are unknown'
  const time = new Date(dataUpdatedAt).toLocaleTimeString()
  return `This page may be outdated: the last request to the server failed; the alerts were read at ${time}`
}
