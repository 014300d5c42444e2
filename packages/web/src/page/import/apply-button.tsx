import type { Change } from '@opsgraph/core'
import { groupBy } from '@opsgraph/core/pure'
import { visibleText } from '@opsgraph/draw'
import { Button } from '../../ui/button.js'
import { ConfirmButton } from '../../ui/dialog.js'
import shared from '../../ui/shared.module.css'
import styles from './import.module.css'
import { formatRemovals, type RemovedCount } from './import-report.js'
import { Removed } from './removals.js'

/** The question that an import asks before it removes more than usual. */
export interface RemovalQuestion {
  /** The message of the server, with numbers and names. */
  readonly message: string
  readonly source: string
  readonly changes: readonly Change[]
}

interface ApplyButtonProps {
  readonly isFine: boolean
  readonly isBusy: boolean
  readonly removed: readonly RemovedCount[]
  /** `undefined` if the import removes no more than usual. */
  readonly question: RemovalQuestion | undefined
  /** @param isConfirmed whether the user has confirmed that more than usual is removed */
  readonly onApply: (isConfirmed: boolean) => void
}

/** The maximum number of removals of each kind that the dialog names. */
const NAMED_PER_KIND = 5

/**
 * The button that applies a plan. Its text says what the plan removes. If this is more than usual, a dialog asks for
 * confirmation. The button of the dialog has the same text.
 */
export function ApplyButton({ isFine, isBusy, removed, question, onApply }: ApplyButtonProps) {
  const what = removed.length === 0 ? '' : formatRemovals(removed)
  const label = what === '' ? 'Apply the plan' : `Apply the plan and remove ${what}`
  const variant = what === '' && question === undefined ? 'primary' : 'danger'
  if (question === undefined) {
    return (
      <Button variant={variant} disabled={!isFine} isBusy={isBusy} onClick={() => onApply(false)}>
        {label}
      </Button>
    )
  }
  const removals = question.changes.filter(({ action, kind }) => action === 'remove' && kind !== 'edge')
  const named = [...groupBy(removals, ({ kind }) => kind).values()].flatMap((ofKind) => ofKind.slice(0, NAMED_PER_KIND))
  const source = visibleText(question.source)
  const confirm = async () => onApply(true)
  return (
    <ConfirmButton
      button={(ask) => (
        <Button variant={variant} disabled={!isFine} isBusy={isBusy} onClick={ask}>
          {label}…
        </Button>
      )}
      title={what === '' ? `Withdraw the claims of ${source}?` : `Remove ${what} of ${source}?`}
      action={what === '' ? 'Withdraw the claims' : `Remove ${what}`}
      onConfirm={confirm}
    >
      <p>This removes more than usual: {visibleText(question.message)}.</p>
      {named.length > 0 && (
        <ul className={styles.named}>
          {named.map((change) => (
            <li key={JSON.stringify(change)}>
              <Removed change={change} />
            </li>
          ))}
        </ul>
      )}
      {named.length < removals.length && <p className={shared.muted}>The plan lists the others.</p>}
    </ConfirmButton>
  )
}
