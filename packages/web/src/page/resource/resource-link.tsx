import { visibleText } from '@opsgraph/core/browser'
import { Link } from 'react-router'
import type { ResourceName } from '../../api/resources.js'

/** Where a resource is shown, with what it is needed by and what it needs. */
export function resourcePath({ environment, resource }: ResourceName): string {
  return `/resources?${new URLSearchParams({ environment, resource })}`
}

/** The name of a resource, which leads to it. */
export function ResourceLink({ environment, resource }: ResourceName) {
  return <Link to={resourcePath({ environment, resource })}>{visibleText(resource)}</Link>
}
