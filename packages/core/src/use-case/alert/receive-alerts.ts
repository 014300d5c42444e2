import type { Caller } from '../../access/caller.js'
import type { Alert, AlertDraft } from '../../alert/alert.js'
import { invalid, OpsgraphError } from '../../opsgraph-error.js'
import type { Dependencies } from '../dependencies.js'
import { AlertIntake } from './alert-intake.js'

/**
 * Receives a batch of alerts in one transaction: stores all of them, or none if one is refused.
 *
 * @param drafts alerts as `readAlert` of `@opsgraph/core/pure` reads them
 * @returns for each draft, the alert as stored after the whole batch
 * @throws OpsgraphError `invalid`, naming the draft, if an alert would exceed a size limit
 *   (rules.md#receiving-an-alert-11)
 */
export async function receiveAlerts(
  dependencies: Dependencies,
  caller: Caller,
  drafts: readonly AlertDraft[],
): Promise<readonly Alert[]> {
  if (drafts.length === 0) return []
  return await dependencies.store.transaction(async (parts) => {
    const intake = await AlertIntake.open(dependencies, parts, drafts)
    for (const [index, draft] of drafts.entries()) {
      receiveOne(intake, draft, { actor: caller.user, place: drafts.length === 1 ? '' : `drafts[${index}]: ` })
    }
    await intake.save()
    return drafts.flatMap((draft) => intake.latest(draft) ?? [])
  })
}

function receiveOne(
  intake: AlertIntake,
  draft: AlertDraft,
  { actor, place }: { readonly actor: string; readonly place: string },
): void {
  try {
    intake.receive(draft, actor)
  } catch (error) {
    if (error instanceof OpsgraphError && error.kind === 'invalid') throw invalid(`${place}${error.message}`)
    throw error
  }
}
