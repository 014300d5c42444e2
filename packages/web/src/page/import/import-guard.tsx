import { LeaveGuard } from '../../ui/leave-guard.js'
import type { Step } from './use-import.js'

/** Asks before an import is left that is being applied; a plan that is being made is left without a word. */
export function ImportGuard({ step }: { readonly step: Step | undefined }) {
  const words = {
    title: 'Leave while the import is running?',
    text: step === undefined ? '' : consequence(step),
    leave: 'Leave the import',
    stay: 'Stay',
  }
  return <LeaveGuard isUnsaved={step?.isDryRun === false} isOfSearch words={words} />
}

function consequence({ name, number, count, share }: Step): string {
  const current =
    share < 1 ? `Nothing of ${name} would be written.` : `${name} is written, but you would not see the result.`
  const left = count - number
  const others = left === 0 ? '' : ` ${left} more ${left === 1 ? 'file' : 'files'} would not be sent.`
  return current + others
}
