import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Button, IconButton } from '../../ui/button.js'
import { Icon } from '../../ui/icon.js'
import { joinClasses } from '../../ui/join-classes.js'
import shared from '../../ui/shared.module.css'
import styles from './import.module.css'

interface FilePickerProps {
  readonly what: string
  readonly isMany: boolean
  readonly accept: string
  /** The maximum size of a file, in bytes. */
  readonly limit: number
  readonly help: ReactNode
  readonly files: readonly File[]
  readonly isLocked: boolean
  readonly onChange: (files: readonly File[]) => void
}

/** A field for files to import, which the user drops or chooses. It marks files that are too large for the server. */
export function FilePicker(props: FilePickerProps) {
  const { what, isMany, accept, limit, help, files, isLocked, onChange } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const add = (more: readonly File[]) => {
    if (isLocked || more.length === 0) return
    setRefused(!isMany && more.length > 1)
    if (isMany) onChange([...files.filter(({ name }) => !more.some((file) => file.name === name)), ...more])
    else if (more.length === 1) onChange(more)
  }
  const onDrag = (event: DragEvent) => {
    event.preventDefault()
    setOver(event.type === 'dragover')
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keyboard users use the button inside instead
    <div
      className={joinClasses(styles.drop, isOver && styles.over)}
      onDragOver={onDrag}
      onDragLeave={onDrag}
      onDrop={(event) => {
        onDrag(event)
        add([...event.dataTransfer.files])
      }}
    >
      <div className={styles.pick}>
        <Icon name="import" />
        <span>Drop {what} here, or</span>
        <Button disabled={isLocked} onClick={() => input.current?.click()}>
          Choose {what}
        </Button>
        <input
          ref={input}
          id={id}
          type="file"
          hidden
          aria-label={`Choose ${what}`}
          accept={accept}
          multiple={isMany}
          onChange={({ target }) => {
            add([...(target.files ?? [])])
            target.value = ''
          }}
        />
      </div>
      <div className={styles.help}>
        {help}
        <span>
          {isMany ? 'Each file' : 'The file'} has at most {formatFileSize(limit)}.
        </span>
      </div>
      {isRefused && (
        <p role="alert" className={shared.bad}>
          Choose one file at a time.
        </p>
      )}
      {files.length > 0 && (
        <ul className={shared.tight} aria-label="Chosen files">
          {files.map((file) => (
            <li key={file.name} className={styles.file}>
              <span className={styles.name}>{file.name}</span>
              <span className={shared.muted}>{formatFileSize(file.size)}</span>
              {file.size > limit && (
                <span role="alert" className={shared.bad}>
                  Larger than {formatFileSize(limit)}: the server refuses it. Split the file.
                </span>
              )}
              <IconButton
                icon="close"
                label={`Remove ${file.name}`}
                disabled={isLocked}
                onClick={() => onChange(files.filter((each) => each !== file))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const UNITS = ['KiB', 'MiB', 'GiB'] as const

/**
 * Formats a number of bytes, such as `512 bytes` or `1.5 MiB`. It rounds up, so that a size slightly above a limit is
 * also shown as larger than the limit.
 */
export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  let size = bytes / 1024
  let unit = 0
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024
    unit++
  }
  return `${Math.ceil(size * 10) / 10} ${UNITS[unit]}`
}
