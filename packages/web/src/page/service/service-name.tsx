import { visibleLabel } from '@opsgraph/draw'
import { Link } from 'react-router'
import styles from './service.module.css'

interface ServiceNameProps {
  readonly name: string
  readonly topologyId: string | null
  /** The id of the node that is selected when the link opens the topology; `null` = no node. */
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

/** Returns the path of the page of a topology. If `nodeId` is not `null`, the page selects this node. */
export function topologyPath(topologyId: string, nodeId: string | null): string {
  const node = nodeId === null ? '' : `?node=${encodeURIComponent(nodeId)}`
  return `/topologies/${encodeURIComponent(topologyId)}${node}`
}
