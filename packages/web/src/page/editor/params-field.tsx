import { isSameJson, type JsonObject } from '@opsgraph/core/browser'
import { useState } from 'react'
import { JsonField } from '../../ui/json-field.js'
import { readJson } from '../../ui/read-json.js'

interface ParamsFieldProps {
  readonly params: JsonObject
  readonly onChange: (params: JsonObject) => void
}

/** The params of a node as JSON; what is no object of JSON yet is not taken over, and says so. */
export function ParamsField({ params, onChange }: ParamsFieldProps) {
  const [text, setText] = useState(() => textOf(params))
  const [taken, setTaken] = useState(params)
  // An undo, or somebody else's version: the text follows.
  if (taken !== params) {
    setTaken(params)
    if (!isSameJson(objectOf(text) ?? NOTHING, params)) setText(textOf(params))
  }
  const change = (next: string) => {
    setText(next)
    const object = objectOf(next)
    if (object !== undefined && !isSameJson(object, params)) onChange(object)
  }
  const isObject = objectOf(text) !== undefined
  return (
    <JsonField
      label="Params (JSON)"
      hint="Free data of the node"
      error={isObject ? undefined : 'Must be an object: {"key": "value"}. Not taken over yet.'}
      rows={6}
      value={text}
      onValueChange={change}
    />
  )
}

const NOTHING: JsonObject = {}

function textOf(params: JsonObject): string {
  return Object.keys(params).length === 0 ? '' : JSON.stringify(params, null, 2)
}

function objectOf(text: string): JsonObject | undefined {
  if (text.trim() === '') return NOTHING
  const read = readJson(text)
  if (!('value' in read)) return undefined
  const { value } = read
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined
}
