import { useState } from 'react'

type TextFieldName<Draft> = { [Name in keyof Draft]: Draft[Name] extends string ? Name : never }[keyof Draft] & string

/** The props of a text field. */
export interface TextInput {
  readonly value: string
  readonly onValueChange: (value: string) => void
  /** The path of the value in the request. */
  readonly path: string
}

/**
 * The state of a form: `start` is its initial content, and `draft` is its content after the changes of the user.
 * `field` returns the props of a text field.
 */
export function useDraft<Draft extends object>(first: () => Draft) {
  const [start] = useState(first)
  const [draft, setDraft] = useState(start)
  const change = (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed }))
  const field = (name: TextFieldName<Draft>, path: string = name): TextInput => ({
    value: draft[name] as string,
    onValueChange: (value: string) => change({ [name]: value } as Partial<Draft>),
    path,
  })
  return { start, draft, change, field, isChanged: JSON.stringify(draft) !== JSON.stringify(start) }
}
