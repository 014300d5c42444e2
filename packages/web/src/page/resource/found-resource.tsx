import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { relationsQuery } from '../../api/resources.js'
import { EnvironmentName } from './environment-name.js'
import styles from './resource.module.css'
import { resourcePath } from './resource-link.js'

interface FoundResourceProps {
  readonly name: string
  readonly environment: string | undefined
}

/**
 * Shows links to the resources that have this name. There is one link for each environment in which a relation has the
 * name as its child or as its parent.
 */
export function FoundResource({ name, environment }: FoundResourceProps) {
  const asChild = useQuery(relationsQuery({ resource: name, environment }, 1))
  const asParent = useQuery(relationsQuery({ parent: name, environment }, 1))
  const relations = [...(asChild.data?.relations ?? []), ...(asParent.data?.relations ?? [])]
  const environments = [...new Set(relations.map((relation) => relation.environment))].sort()
  if (environments.length === 0) return null
  return (
    <nav className={styles.found} aria-label="Found resources">
      <span>Walk from {name} in</span>
      {environments.map((each) => (
        <Link key={each} to={resourcePath({ environment: each, resource: name })}>
          <EnvironmentName environment={each} />
        </Link>
      ))}
    </nav>
  )
}
