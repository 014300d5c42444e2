import { isSameJson, type JsonObject } from '@opsgraph/core/browser'
import { JsonField } from '../../ui/json-field.js'
import { FaultNotes } from './fault-notes.js'
import type { PlacedFault } from './faults.js'
import { paramsOf, shownText } from './params-text.js'

interface ParamsFieldProps {
  readonly params: JsonObject
  /** What is wrong with the params that were taken over. */
  readonly faults: readonly PlacedFault[]
  /** What was written here before. */
  readonly written: string | undefined
  readonly onWrite: (text: string) => void
  readonly onChange: (params: JsonObject) => void
}

/** The params of a node as JSON; what is no object of JSON yet is not taken over, and says so. */
export function ParamsField({ params, faults, written, onWrite, onChange }: ParamsFieldProps) {
  const text = shownText(written, params)
  const write = (next: string) => {
    onWrite(next)
    const said = paramsOf(next)
    if (said !== undefined && !isSameJson(said, params)) onChange(said)
  }
  const told = faults.length === 0 ? undefined : <FaultNotes faults={faults} />
  return (
    <JsonField
      label="Params (JSON)"
      hint="Free data of the node"
      error={paramsOf(text) ? told : 'Must be an object: {"key": "value"}. Not taken over yet.'}
      rows={6}
      value={text}
      onValueChange={write}
    />
  )
}
