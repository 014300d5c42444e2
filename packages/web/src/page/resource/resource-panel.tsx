import { Link } from 'react-router'
import type { Relation, ResourceGraph } from '../../api/resources.js'
import { Tabs } from '../../ui/tabs.js'
import { Neighbors } from './neighbors.js'
import styles from './resource.module.css'
import { resourcePath } from './resource-link.js'
import { WalkList } from './walk-list.js'

interface ResourcePanelProps {
  readonly graph: ResourceGraph
  /** All relations between the resources of the walk. */
  readonly relations: readonly Relation[]
  readonly selected: string
  readonly onSelect: (name: string) => void
}

/**
 * The panel beside the picture. It shows the relations of the selected resource, and lists all resources of the walk.
 */
export function ResourcePanel({ graph, relations, selected, onSelect }: ResourcePanelProps) {
  const { environment, resource, ancestors, descendants } = graph
  const count = (ancestors?.length ?? 0) + (descendants?.length ?? 0)
  return (
    <aside className={styles.panel} aria-label="Selected resource">
      <header className={styles.panelHead}>
        <h2>{selected}</h2>
        {selected !== resource && <Link to={resourcePath({ environment, resource: selected })}>Walk from here</Link>}
      </header>
      <Tabs
        label="Selected resource and walk"
        tabs={[
          {
            id: 'relations',
            label: 'Relations',
            content: <Neighbors environment={environment} resource={selected} onSelect={onSelect} />,
          },
          {
            id: 'walk',
            label: `Walk ${count}`,
            content: <WalkList {...{ graph, relations, selected, onSelect }} />,
          },
        ]}
      />
    </aside>
  )
}
