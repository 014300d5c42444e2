import { visibleLabel } from '@opsgraph/draw'
import type { EditedTopology } from '../../api/editor.js'
import type { Topology } from '../../api/schemas.js'
import { TextArea, TextField } from '../../ui/field.js'
import { Icon } from '../../ui/icon.js'
import { ShowMore } from '../../ui/show-more.js'
import { Tabs } from '../../ui/tabs.js'
import type { Edit } from './edit.js'
import styles from './editor.module.css'
import { FaultNotes } from './fault-notes.js'
import type { PlacedFault } from './faults.js'
import { OutlineList } from './outline-list.js'
import { SuggestionPanel, type useSuggestion } from './suggestion-panel.js'

export type PanelTab = 'nodes' | 'faults' | 'suggestions' | 'about'

interface EditorPanelProps {
  readonly topology: EditedTopology
  readonly service: string
  readonly faults: readonly PlacedFault[]
  readonly nodeFaults: ReadonlyMap<string, readonly PlacedFault[]>
  readonly suggestion: ReturnType<typeof useSuggestion>
  readonly tab: PanelTab
  readonly onTab: (tab: PanelTab) => void
  readonly onEdit: (edit: Edit, group?: string) => void
  readonly onOpen: (id: string) => void
}

/** The panel beside the drawing. If the user opens a node, `NodeForm` is shown instead of this panel. */
export function EditorPanel(props: EditorPanelProps) {
  const { topology, service, faults, nodeFaults, suggestion, tab, onTab, onEdit, onOpen } = props
  const tabs = [
    {
      id: 'nodes',
      label: `Nodes ${topology.nodes.length}`,
      content: <OutlineList topology={topology} faults={nodeFaults} onOpen={onOpen} />,
    },
    {
      id: 'faults',
      label: `Faults ${faults.length}`,
      content: <FaultPanel topology={topology} faults={faults} onOpen={onOpen} />,
    },
    { id: 'suggestions', label: 'Suggestions', content: <SuggestionPanel {...suggestion} /> },
    {
      id: 'about',
      label: 'About',
      content: <AboutForm topology={topology} service={service} onEdit={onEdit} />,
    },
  ]
  return <Tabs label="Parts of the topology" tabs={tabs} open={tab} onOpen={(id) => onTab(id as PanelTab)} />
}

interface AboutFormProps {
  readonly topology: EditedTopology
  readonly service: Topology['service']
  readonly onEdit: (edit: Edit, group?: string) => void
}

/** The name and the description of a topology. The service of a topology never changes. */
function AboutForm({ topology, service, onEdit }: AboutFormProps) {
  return (
    <section className={styles.part}>
      <TextField
        label="Topology name"
        value={topology.name}
        error={topology.name.trim() === '' ? 'A topology needs a name' : undefined}
        onValueChange={(name) => onEdit({ kind: 'describe', fields: { name } }, 'name')}
      />
      <TextArea
        label="Topology description"
        value={topology.description}
        onValueChange={(description) => onEdit({ kind: 'describe', fields: { description } }, 'description')}
      />
      <p className={styles.hint}>
        Service: <strong>{service}</strong>. It cannot be changed.
      </p>
    </section>
  )
}

interface FaultPanelProps {
  readonly topology: EditedTopology
  readonly faults: readonly PlacedFault[]
  readonly onOpen: (id: string) => void
}

/** A list of all faults that prevent saving. Each fault has buttons that open the nodes that it concerns. */
function FaultPanel({ topology, faults, onOpen }: FaultPanelProps) {
  if (faults.length === 0) {
    return (
      <p className={styles.calm}>
        <Icon name="check" /> No faults. The topology can be saved.
      </p>
    )
  }
  const labels = new Map(topology.nodes.map(({ id, label }) => [id, visibleLabel(label)]))
  const ends = new Map(topology.edges.map(({ id, source, target }) => [id, [source, target]]))
  const placesOf = ({ nodes, edges }: PlacedFault) =>
    [...new Set([...nodes, ...edges.flatMap((id) => ends.get(id) ?? [])])].filter((id) => labels.has(id))
  return (
    <section className={styles.part}>
      <ShowMore items={faults} what="faults">
        {(shown) => (
          <ul className={styles.list}>
            {shown.map((fault, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two faults may have the same text
              <li key={index}>
                <FaultNotes faults={[fault]} />
                <div className={styles.buttons}>
                  {placesOf(fault).map((id) => (
                    <button key={id} type="button" className={styles.show} onClick={() => onOpen(id)}>
                      Show {labels.get(id)}
                    </button>
                  ))}
                </div>
              </li>
            ))}
          </ul>
        )}
      </ShowMore>
    </section>
  )
}
