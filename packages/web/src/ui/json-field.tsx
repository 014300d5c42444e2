import { type ComponentProps, type ReactNode, useId, useRef } from 'react'
import { Field } from './field.js'
import styles from './json-field.module.css'
import { type JsonFault, readJson } from './read-json.js'

interface JsonFieldProps extends Omit<ComponentProps<'textarea'>, 'onChange' | 'value'> {
  readonly label: string
  readonly hint?: string | undefined
  /** What is wrong with what the JSON says; what is no JSON is told by the field itself. */
  readonly error?: ReactNode
  readonly value: string
  readonly onValueChange: (value: string) => void
}

/** A text of JSON with numbered lines; a line that is no JSON is marked, and what is wrong with it told. */
export function JsonField({ label, hint, error, value, onValueChange, ...area }: JsonFieldProps) {
  const id = useId()
  const gutter = useRef<HTMLPreElement>(null)
  const read = value.trim() === '' ? undefined : readJson(value)
  const fault = read !== undefined && 'fault' in read ? read.fault : undefined
  const told = fault === undefined ? error : sentenceOf(fault)
  return (
    <Field id={id} label={label} hint={hint} error={told}>
      <div className={styles.editor}>
        <pre ref={gutter} className={styles.gutter} aria-hidden="true">
          {value.split('\n').map((_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
            <span key={index} className={index + 1 === fault?.line ? styles.faulty : undefined}>
              {`${index + 1}\n`}
            </span>
          ))}
        </pre>
        <textarea
          rows={12}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          {...area}
          id={id}
          className={styles.text}
          wrap="off"
          value={value}
          aria-invalid={told !== undefined}
          aria-describedby={`${id}-told`}
          onScroll={(event) => {
            if (gutter.current !== null) gutter.current.scrollTop = event.currentTarget.scrollTop
          }}
          onChange={(event) => onValueChange(event.target.value)}
        />
      </div>
    </Field>
  )
}

function sentenceOf({ line, column, message }: JsonFault): string {
  return line === undefined ? message : `Line ${line}, column ${column}: ${message}`
}
