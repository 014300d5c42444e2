import { useSearchParams } from 'react-router'
import { RelationList } from './relation-list.js'
import { ResourceView } from './resource-view.js'

/**
 * The page of the resource graph. If the address names a resource, the page shows this resource; otherwise it shows the
 * list of relations.
 */
export function ResourcesPage() {
  const [search] = useSearchParams()
  const resource = search.get('resource')
  if (resource === null || resource === '') return <RelationList />
  const environment = search.get('environment') ?? ''
  return <ResourceView key={`${environment} ${resource}`} environment={environment} resource={resource} />
}
