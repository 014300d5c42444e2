import { groupBy } from '@opsgraph/core/pure'
import { ApiError } from '../../api/api-error.js'
import { Failure } from '../../ui/failure.js'
import { FoldedList } from './change-list.js'
import styles from './import.module.css'

interface RefusalProps {
  readonly error: Error
  readonly file: File
  readonly isPlan: boolean
}

/** Shows why the server refused a file. It lists all issues, grouped by code. */
export function Refusal({ error, file, isPlan }: RefusalProps) {
  const issues = error instanceof ApiError ? error.issues : []
  const summary = issues.length === 0 || !(error instanceof ApiError) ? error : withoutIssues(error)
  const isUnknown = !isPlan && error instanceof ApiError && error.status === 0
  return (
    <>
      <Failure
        error={summary}
        what={
          isUnknown
            ? `It is unknown whether ${file.name} was imported. Plan again to find out`
            : `${file.name} was not imported; nothing was written`
        }
      />
      <Remarks what="error" remarks={issues} />
    </>
  )
}

function withoutIssues({ message, status, requestId }: ApiError): ApiError {
  return new ApiError(message, { status, requestId })
}

/** A message about a location in a file, such as an issue or a warning. */
export interface Remark {
  readonly code: string
  /** A path such as `records[3].parent`; `''` for a message about the whole file. */
  readonly path: string
  readonly message: string
}

interface RemarksProps {
  readonly what: 'error' | 'warning'
  readonly remarks: readonly Remark[]
  /** A text that explains the remarks. */
  readonly hint?: string | undefined
}

/** A list of remarks, grouped by code. The largest group comes last. */
export function Remarks({ what, remarks, hint }: RemarksProps) {
  if (remarks.length === 0) return null
  const groups = groupBy(remarks, ({ code }) => code)
  const bySize = [...groups].sort(([, left], [, right]) => left.length - right.length)
  return (
    <div className={styles.remarks}>
      <h3>
        {remarks.length} {remarks.length === 1 ? what : `${what}s`}
      </h3>
      {hint && <p className={styles.hint}>{hint}</p>}
      {bySize.map(([code, group]) => (
        <FoldedList key={code} title={<code>{code}</code>} what={`${what}s`} items={group} isOnly={groups.size === 1}>
          {({ path, message }) => (
            <>
              {path !== '' && <code>{path}</code>}
              <span>{message}</span>
            </>
          )}
        </FoldedList>
      ))}
    </div>
  )
}
