import { RELATION_SOURCES } from '@opsgraph/core/pure'
import { visibleText } from '@opsgraph/draw'
import { Link } from 'react-router'
import type { Relation } from '../../api/resources.js'
import styles from './resource.module.css'

/** Shows the source and the sourceRef of a relation. */
export function RelationSourceBadge({ source, sourceRef }: Pick<Relation, 'source' | 'sourceRef'>) {
  const place = RELATION_SOURCES.indexOf(source) + 1
  const strength = `Source ${source}: ${place} of ${RELATION_SOURCES.length}, 1 is the strongest`
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
