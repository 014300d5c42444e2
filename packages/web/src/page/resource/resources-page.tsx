import { useSearchParams } from 'react-router'
import { RelationList } from './relation-list.js'
import { ResourceView } from './resource-view.js'

/** The resource graph: the relations as a list, or what one resource is needed by and needs. */
export function ResourcesPage() {
  const [search] = useSearchParams()
  const resource = search.get('resource')
  if (resource === null || resource === '') return <RelationList />
  const environment = search.get('environment') ?? ''
  return <ResourceView key={`${environment} ${resource}`} environment={environment} resource={resource} />
}
