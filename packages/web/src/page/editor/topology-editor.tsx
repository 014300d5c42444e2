import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { topologyQuery } from '../../api/topologies.js'
import { Failure } from '../../ui/failure.js'
import { Loading } from '../../ui/loading.js'
import { Page } from '../../ui/page.js'
import { EditorStage } from './editor-stage.js'

/**
 * The page with the editor of a topology. If another user saves the topology meanwhile, the page reports this, but does
 * not change the edited topology.
 */
export function TopologyEditor() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(topologyQuery(id))
  if (data !== undefined) return <EditorStage key={id} newest={data} />
  return (
    <Page title="Edit a topology">
      {error ? (
        <Failure error={error} what="The topology cannot be edited" onRetry={() => refetch()} />
      ) : (
        <Loading what="the topology" />
      )}
    </Page>
  )
}
