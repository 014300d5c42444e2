import { LeaveGuard } from '../../ui/leave-guard.js'
import type { Step } from './use-import.js'

/**
 * Asks for confirmation if the user leaves the page while an import is being applied. There is no question while the
 * import is only planned.
 */
export function ImportGuard({ step }: { readonly step: Step | undefined }) {
  const words = {
    title: 'Leave while the import is running?',
    text: step === undefined ? '' : consequence(step),
    leave: 'Leave the import',
    stay: 'Stay',
  }
  return <LeaveGuard isUnsaved={step?.isDryRun === false} includesSearch words={words} />
}

function consequence({ name, number, count, share }: Step): string {
  const current =
    share < 1 ? `${name} would not be written.` : `${name} will be written, but you would not see the result.`
  const left = count - number
  const others = left === 0 ? '' : ` ${left} more ${left === 1 ? 'file' : 'files'} would not be sent.`
  return current + others
}
