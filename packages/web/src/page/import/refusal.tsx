import { ApiError, type ApiIssue } from '../../api/api-error.js'
import { Failure } from '../../ui/failure.js'
import styles from './import.module.css'
import { RemarkGroups } from './remark-groups.js'

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
      {issues.length > 0 && <Issues issues={issues} />}
    </>
  )
}

/** A list of issues, grouped by code. Each issue has its path in the file. */
export function Issues({ issues }: { readonly issues: readonly ApiIssue[] }) {
  const remarks = issues.map(({ code, path, message }) => ({ code, place: path, message }))
  return (
    <div className={styles.remarks}>
      <h3>
        {issues.length} {issues.length === 1 ? 'error' : 'errors'}
      </h3>
      <RemarkGroups what="errors" remarks={remarks} />
    </div>
  )
}

function withoutIssues({ message, status, requestId }: ApiError): ApiError {
  return new ApiError(message, { status, requestId })
}
