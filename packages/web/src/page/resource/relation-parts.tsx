import { RELATION_SOURCES } from '@opsgraph/core/pure'
import { visibleText } from '@opsgraph/draw'
import { Link } from 'react-router'
import { deleteRelation, type Relation } from '../../api/resources.js'
import { IconButton } from '../../ui/button.js'
import { ConfirmButton } from '../../ui/dialog.js'
import { buildPath } from '../../ui/page-links.js'
import shared from '../../ui/shared.module.css'
import styles from './resource.module.css'

/** Shows the name of an environment, or `empty environment` for the environment with the name `''`. */
export function EnvironmentName({ environment }: { readonly environment: string }) {
  return environment === '' ? <span className={shared.muted}>empty environment</span> : visibleText(environment)
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
    <Link className={styles.reference} to={buildPath('topologies', sourceRef)}>
      open
    </Link>
  )
}

/** Explains, for each source, when a deleted relation of this source is stored again. */
const WHEN_STORED_AGAIN: Readonly<Record<Relation['source'], string>> = {
  manual: 'It comes back only if a user adds it again or another source stores it.',
  event: 'Its source is event: it comes back with the next alert that names it.',
  cmdb: 'Its source is cmdb: it comes back with the next import whose file names it.',
  topology: 'Its source is topology: it comes back when the topology is saved with this edge. Remove the edge there.',
  policy: 'Its source is policy: it comes back with the next alert that the relation policy matches.',
}

/** A button that deletes a relation after the user has confirmed it. */
export function DeleteRelation({ relation }: { readonly relation: Relation }) {
  const { id, environment, resource, parent, source } = relation
  return (
    <ConfirmButton
      button={(ask) => <IconButton icon="trash" label={`Delete ${parent} – ${resource}`} onClick={ask} />}
      title="Delete the relation?"
      action="Delete"
      queryKey={['relations']}
      onConfirm={() => deleteRelation(id)}
    >
      <div className={shared.loose}>
        <p>
          <b>{resource}</b> will no longer have the parent <b>{parent}</b> (
          <EnvironmentName environment={environment} />
          ).
        </p>
        <p>{WHEN_STORED_AGAIN[source]}</p>
        <p className={shared.muted}>
          Every key with the scope write:service_topologies may delete it. Alerts keep the parent that they were
          received with.
        </p>
      </div>
    </ConfirmButton>
  )
}
