import type { JsonObject } from '@opsgraph/core'
import { isSameJson } from '@opsgraph/core/pure'
import { JsonField } from '../../ui/json-field.js'
import { FaultNotes } from './fault-notes.js'
import type { PlacedFault } from './faults.js'
import { fieldText, paramsOf } from './params-text.js'

interface ParamsFieldProps {
  readonly params: JsonObject
  /** The faults of the params that were applied to the node. */
  readonly faults: readonly PlacedFault[]
  /** The text that the user has typed into this field before. */
  readonly written: string | undefined
  readonly onWrite: (text: string) => void
  readonly onChange: (params: JsonObject) => void
}

/**
 * Edits the params of a node as JSON. If the text is not a JSON object, the field shows an error, and the node keeps
 * its previous params.
 */
export function ParamsField({ params, faults, written, onWrite, onChange }: ParamsFieldProps) {
  const text = fieldText(written, params)
  const write = (next: string) => {
    onWrite(next)
    const parsed = paramsOf(next)
    if (parsed !== undefined && !isSameJson(parsed, params)) onChange(parsed)
  }
  const notes = faults.length === 0 ? undefined : <FaultNotes faults={faults} />
  return (
    <JsonField
      label="Params (JSON)"
      hint="Free data of the node"
      error={paramsOf(text) ? notes : 'Must be an object: {"key": "value"}. Not applied yet.'}
      rows={6}
      value={text}
      onValueChange={write}
    />
  )
}
