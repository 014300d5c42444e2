import { useSearchParams } from 'react-router'
import { RelationList } from './relation-list.js'
import { ResourceView } from './resource-view.js'

/** The pages of the resource graph: the list of relations, or the page of one resource. */
export function ResourcesPage() {
  const [search] = useSearchParams()
  const resource = search.get('resource')
  if (resource === null || resource === '') return <RelationList />
  const environment = search.get('environment') ?? ''
  return <ResourceView key={`${environment} ${resource}`} environment={environment} resource={resource} />
}
