import { Tabs } from '../../ui/tabs.js'
import { AboutForm } from './about-form.js'
import type { Edit } from './edit.js'
import type { EditedTopology } from './edited-topology.js'
import { FaultPanel } from './fault-panel.js'
import type { PlacedFault } from './faults.js'
import { OutlineList } from './outline-list.js'
import { SuggestionPanel } from './suggestion-panel.js'
import type { useSuggestion } from './use-suggestion.js'

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
