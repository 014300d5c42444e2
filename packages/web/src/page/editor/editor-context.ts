import { createContext, useContext } from 'react'
import type { Topology } from '../../api/schemas.js'
import type { EditedTopology } from '../../api/topologies.js'
import type { Edit } from './edit.js'
import type { LocatedFault } from './faults.js'
import type { useParamsTexts } from './params-text.js'
import type { useOpenNode } from './use-open-node.js'
import type { useSuggestion } from './use-suggestion.js'

/** The state and the actions that all components of the editor share. */
export interface Editor extends Pick<Topology, 'id' | 'service'> {
  readonly topology: EditedTopology
  /**
   * Applies an edit.
   *
   * @param group consecutive edits with the same group are undone together
   */
  readonly edit: (edit: Edit, group?: string) => void
  readonly faults: readonly LocatedFault[]
  /** The faults of nodes and of edges, by the id of the node or edge. */
  readonly nodeFaults: ReadonlyMap<string, readonly LocatedFault[]>
  readonly edgeFaults: ReadonlyMap<string, readonly LocatedFault[]>
  readonly open: ReturnType<typeof useOpenNode>
  readonly params: ReturnType<typeof useParamsTexts>
  readonly suggestion: ReturnType<typeof useSuggestion>
}

export const EditorContext = createContext<Editor | undefined>(undefined)

/** Returns the editor that contains the component. */
export function useEditor(): Editor {
  const editor = useContext(EditorContext)
  if (editor === undefined) throw new Error('this component is only for the editor')
  return editor
}
