import { ApiError, type ApiIssue } from '../../api/api-error.js'
import { Failure } from '../../ui/failure.js'
import styles from './import.module.css'
import { RemarkGroups } from './remark-groups.js'

interface RefusalProps {
  readonly error: Error
  readonly file: File
  readonly isPlan: boolean
}

/** Why the server does not import a file: all of its faults, by their kind. */
export function Refusal({ error, file, isPlan }: RefusalProps) {
  const issues = error instanceof ApiError ? error.issues : []
  const told = issues.length === 0 || !(error instanceof ApiError) ? error : withoutIssues(error)
  const isUnknown = !isPlan && error instanceof ApiError && error.status === 0
  return (
    <>
      <Failure
        error={told}
        what={
          isUnknown
            ? `It is not known whether ${file.name} was imported: plan again to see`
            : `${file.name} is not imported; nothing of it is written`
        }
      />
      {issues.length > 0 && <Issues issues={issues} />}
    </>
  )
}

/** Faults by their code, each with its place in the file. */
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
