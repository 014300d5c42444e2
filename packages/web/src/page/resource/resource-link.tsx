import { RELATION_SOURCES } from '@opsgraph/core/pure'
import { visibleText } from '@opsgraph/draw'
import { Link } from 'react-router'
import type { Relation, ResourceName } from '../../api/resources.js'
import styles from './resource.module.css'

/** Returns the path of the page of a resource. */
export function resourcePath({ environment, resource }: ResourceName): string {
  return `/resources?${new URLSearchParams({ environment, resource })}`
}

/** A link to the page of a resource. */
export function ResourceLink({ environment, resource }: ResourceName) {
  return <Link to={resourcePath({ environment, resource })}>{visibleText(resource)}</Link>
}

/** Shows the name of an environment, or `empty environment` for the environment with the name `''`. */
export function EnvironmentName({ environment }: { readonly environment: string }) {
  return environment === '' ? <span className={styles.muted}>empty environment</span> : visibleText(environment)
}

/** Shows the source and the sourceRef of a relation. */
export function RelationSourceBadge({ source, sourceRef }: Pick<Relation, 'source' | 'sourceRef'>) {
  const rank = RELATION_SOURCES.indexOf(source) + 1
  const strength = `Source ${source}: ${rank} of ${RELATION_SOURCES.length}, 1 is the strongest`
  return (
    <>
      <span className={styles.source} data-source={source} title={strength}>
        {source}
      </span>
      {sourceRef !== null && <Reference source={source} sourceRef={sourceRef} />}
    </>
  )
}

function Reference({ source, sourceRef }: { readonly source: Relation['source']; readonly sourceRef: string }) {
  if (source !== 'topology') return <span className={styles.reference}>{visibleText(sourceRef)}</span>
  return (
    <Link className={styles.reference} to={`/topologies/${encodeURIComponent(sourceRef)}`}>
      open
    </Link>
  )
}
