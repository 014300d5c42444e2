import { visibleLabel } from '@opsgraph/draw'
import { TextArea, TextField } from '../../ui/field.js'
import { Icon } from '../../ui/icon.js'
import shared from '../../ui/shared.module.css'
import { LongList } from '../../ui/show-more.js'
import stage from '../../ui/stage.module.css'
import { Tabs } from '../../ui/tabs.js'
import styles from './editor.module.css'
import { useEditor } from './editor-context.js'
import { FaultNotes } from './fault-notes.js'
import type { LocatedFault } from './faults.js'
import { OutlineList } from './outline.js'
import { SuggestionPanel } from './suggestion-panel.js'

export type PanelTab = 'nodes' | 'faults' | 'suggestions' | 'about'

interface EditorPanelProps {
  readonly tab: PanelTab
  readonly onTab: (tab: PanelTab) => void
}

/** The panel beside the canvas. If the user opens a node, `NodeForm` is shown instead of this panel. */
export function EditorPanel({ tab, onTab }: EditorPanelProps) {
  const { topology, faults } = useEditor()
  const tabs = [
    { id: 'nodes', label: `Nodes ${topology.nodes.length}`, content: <OutlineList /> },
    { id: 'faults', label: `Faults ${faults.length}`, content: <FaultPanel /> },
    { id: 'suggestions', label: 'Suggestions', content: <SuggestionPanel /> },
    { id: 'about', label: 'About', content: <AboutForm /> },
  ]
  return <Tabs label="Parts of the topology" tabs={tabs} open={tab} onOpen={(id) => onTab(id as PanelTab)} />
}

/** The name and the description of a topology. The service of a topology never changes. */
function AboutForm() {
  const { topology, service, edit } = useEditor()
  return (
    <section className={stage.part}>
      <TextField
        label="Topology name"
        value={topology.name}
        error={topology.name.trim() === '' ? 'A topology needs a name' : undefined}
        onValueChange={(name) => edit({ kind: 'describe', fields: { name } }, 'name')}
      />
      <TextArea
        label="Topology description"
        value={topology.description}
        onValueChange={(description) => edit({ kind: 'describe', fields: { description } }, 'description')}
      />
      <p className={shared.muted}>
        Service: <strong>{service}</strong>. It cannot be changed.
      </p>
    </section>
  )
}

/** A list of all faults that prevent saving. Each fault has buttons that open the nodes that it concerns. */
function FaultPanel() {
  const { topology, faults, open } = useEditor()
  if (faults.length === 0) {
    return (
      <p className={stage.calm}>
        <Icon name="check" /> No faults. The topology can be saved.
      </p>
    )
  }
  const labels = new Map(topology.nodes.map(({ id, label }) => [id, visibleLabel(label)]))
  const ends = new Map(topology.edges.map(({ id, source, target }) => [id, [source, target]]))
  const placesOf = ({ nodes, edges }: LocatedFault) =>
    [...new Set([...nodes, ...edges.flatMap((id) => ends.get(id) ?? [])])].filter((id) => labels.has(id))
  return (
    <section className={stage.part}>
      <LongList items={faults} what="faults" className={shared.list}>
        {(fault, index) => (
          // The key is the index, because two faults may have the same text.
          <li key={index}>
            <FaultNotes faults={[fault]} />
            <div className={styles.buttons}>
              {placesOf(fault).map((id) => (
                <button key={id} type="button" className={shared.link} onClick={() => open.show(id)}>
                  Show {labels.get(id)}
                </button>
              ))}
            </div>
          </li>
        )}
      </LongList>
    </section>
  )
}
