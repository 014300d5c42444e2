import { visibleText } from '@opsgraph/draw'
import { Link } from 'react-router'
import styles from './import.module.css'

interface TopologyNameProps {
  readonly service: string
  readonly action: 'create' | 'update'
  /** The id of the topology; `null` if the topology does not exist yet. */
  readonly id: string | null
  /** What the row counts, such as `nodes`. */
  readonly part: string
}

/** The name of a topology in a table of counters. If the topology exists, the name links to it. */
export function TopologyName({ service, action, id, part }: TopologyNameProps) {
  const name = visibleText(service)
  return (
    <>
      Topology {id === null ? name : <Link to={`/topologies/${encodeURIComponent(id)}`}>{name}</Link>}{' '}
      <span className={styles.badge}>{action}</span> {part}
    </>
  )
}
