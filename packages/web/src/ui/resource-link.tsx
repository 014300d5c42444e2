import { visibleText } from '@opsgraph/draw'
import { Link } from 'react-router'
import type { ResourceName } from '../api/resources.js'

/** Returns the path of the page of a resource. */
export function buildResourcePath({ environment, resource }: ResourceName): string {
  return `/resources?${new URLSearchParams({ environment, resource })}`
}

/** A link to the page of a resource. */
export function ResourceLink({ environment, resource }: ResourceName) {
  return <Link to={buildResourcePath({ environment, resource })}>{visibleText(resource)}</Link>
}
