import { visibleLabel } from '@opsgraph/draw'
import { Link } from 'react-router'
import styles from './service.module.css'

interface ServiceNameProps {
  readonly name: string
  readonly topologyId: string | null
  /** The node of the topology that the link selects; `null` = none. */
  readonly nodeId?: string | null
}

/** The name of a service. If the service has a topology, the name is a link to the topology. */
export function ServiceName({ name, topologyId, nodeId = null }: ServiceNameProps) {
  if (topologyId === null) return <span className={styles.name}>{visibleLabel(name)}</span>
  return (
    <Link className={styles.name} to={topologyPath(topologyId, nodeId)}>
      {visibleLabel(name)}
    </Link>
  )
}

/** The address of a topology, with a selected node. */
export function topologyPath(topologyId: string, nodeId: string | null): string {
  const node = nodeId === null ? '' : `?node=${encodeURIComponent(nodeId)}`
  return `/topologies/${encodeURIComponent(topologyId)}${node}`
}
