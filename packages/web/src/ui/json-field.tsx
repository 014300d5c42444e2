import { type ComponentProps, type ReactNode, useRef } from 'react'
import { Field } from './field.js'
import styles from './json-field.module.css'
import { type JsonFault, readJson } from './read-json.js'

interface JsonFieldProps extends Omit<ComponentProps<'textarea'>, 'onChange' | 'value'> {
  readonly label: string
  readonly hint?: string | undefined
  /**
   * An error about the value. It does not contain errors of JSON syntax, because the field finds syntax errors itself.
   */
  readonly error?: ReactNode
  readonly value: string
  readonly onValueChange: (value: string) => void
}

/**
 * A text area for JSON with line numbers. If the text has a syntax error, the field marks its line and shows the error.
 */
export function JsonField({ label, hint, error, value, onValueChange, ...area }: JsonFieldProps) {
  const gutter = useRef<HTMLPreElement>(null)
  const read = value.trim() === '' ? undefined : readJson(value)
  const fault = read !== undefined && 'fault' in read ? read.fault : undefined
  const message = fault === undefined ? error : formatFault(fault)
  return (
    <Field label={label} hint={hint} error={message}>
      {(control) => (
        <div className={styles.editor}>
          <pre ref={gutter} className={styles.gutter} aria-hidden="true">
            {value.split('\n').map((_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its number
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
            {...control}
            className={styles.text}
            wrap="off"
            value={value}
            onScroll={(event) => {
              if (gutter.current !== null) gutter.current.scrollTop = event.currentTarget.scrollTop
            }}
            onChange={(event) => onValueChange(event.target.value)}
          />
        </div>
      )}
    </Field>
  )
}

function formatFault({ line, column, message }: JsonFault): string {
  return line === undefined ? message : `Line ${line}, column ${column}: ${message}`
}
