import { visibleText } from '@opsgraph/draw'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.js'
import { TextField } from '../../ui/field.js'
import styles from './subscription.module.css'

interface NamePickerProps {
  /** What the names are, such as `Services`. */
  readonly label: string
  /** The noun for one name, such as `service`. */
  readonly what: string
  /** What an empty list means. */
  readonly hint: string
  readonly path: string
  readonly names: readonly string[]
  /** The names to propose for the text that the user types. */
  readonly proposed: readonly string[]
  readonly onType?: (text: string) => void
  readonly onChange: (names: readonly string[]) => void
}

/** A list of names. The user can add any name, even one that does not exist yet. */
export function NamePicker({ label, what, hint, path, names, proposed, onType, onChange }: NamePickerProps) {
  const [text, setText] = useState('')
  const list = useId()
  const picker = useRef<HTMLFieldSetElement>(null)
  const type = (typed: string) => {
    setText(typed)
    onType?.(typed.trim())
  }
  const add = () => {
    const name = text.trim()
    if (name !== '' && !names.includes(name)) onChange([...names, name])
    type('')
  }
  const addByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Otherwise the key Enter would submit the form.
    event.preventDefault()
    add()
  }
  const remove = (name: string) => {
    onChange(names.filter((each) => each !== name))
    picker.current?.querySelector('input')?.focus()
  }
  return (
    <fieldset ref={picker} className={styles.picker}>
      <legend>{label}</legend>
      {names.length > 0 && (
        <ul className={styles.names} aria-label={`Chosen ${label.toLowerCase()}`}>
          {names.map((name) => (
            <li key={name}>
              <Button icon="close" aria-label={`Remove ${what} ${name}`} onClick={() => remove(name)}>
                {visibleText(name)}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.add}>
        <TextField
          label={`Name of ${what === 'owner' ? 'an' : 'a'} ${what}`}
          hint={hint}
          path={path}
          list={list}
          value={text}
          onValueChange={type}
          onKeyDown={addByEnter}
        />
        <Button icon="plus" disabled={text.trim() === ''} onClick={add}>
          Add the {what}
        </Button>
      </div>
      <datalist id={list}>
        {proposed.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </fieldset>
  )
}
