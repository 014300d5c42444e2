import { useState } from 'react'
import { selectChanges } from '../api/noun-draft.js'

type InputName<Draft> = {
  [Name in keyof Draft]: Draft[Name] extends string | number | null ? Name : never
}[keyof Draft] &
  string

/** The props of a text field. */
export interface TextInput {
  readonly value: string
  readonly onValueChange: (value: string) => void
  /** The path of the value in the request. */
  readonly path: string
}

/**
 * The state of a form. `draft` is its content, `body` the request for this content, and `changes` the fields of the
 * request that differ from those of the unchanged form. `field` returns the props of a text field.
 *
 * @param first returns the content of the form when it is opened
 * @param build returns the request for a content. Default: the content itself.
 */
export function useDraft<Draft extends object, Body extends object = Draft>(
  first: () => Draft,
  build: (draft: Draft) => Body = (draft) => draft as object as Body,
) {
  const [start] = useState(first)
  const [draft, setDraft] = useState(start)
  const change = (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed }))
  const field = (name: InputName<Draft>): TextInput => ({
    value: String(draft[name] ?? ''),
    onValueChange: (value: string) => change({ [name]: value } as Partial<Draft>),
    path: name,
  })
  const body = build(draft)
  const changes = selectChanges(body, build(start))
  return { draft, change, field, body, changes, isChanged: Object.keys(changes).length > 0 }
}
