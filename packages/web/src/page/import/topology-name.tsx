import { visibleText } from '@opsgraph/core/browser'
import { Link } from 'react-router'
import styles from './import.module.css'

interface TopologyNameProps {
  readonly service: string
  readonly action: 'create' | 'update'
  /** `null` = it is not there yet. */
  readonly id: string | null
  /** What of it is counted. */
  readonly part: string
}

/** A topology in a list of changes; a link where there is one already. */
export function TopologyName({ service, action, id, part }: TopologyNameProps) {
  const name = visibleText(service)
  return (
    <>
      Topology {id === null ? name : <Link to={`/topologies/${encodeURIComponent(id)}`}>{name}</Link>}{' '}
      <span className={styles.badge}>{action}</span> {part}
    </>
  )
}
