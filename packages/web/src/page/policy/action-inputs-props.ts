import type { ActionDraft } from './action-draft.js'

/** The props of the inputs of one action. */
export interface ActionInputsProps {
  readonly action: ActionDraft
  /** Returns the message of the fault at a part of the action, such as `pattern`, or at something within this part. */
  readonly faultAt: (part: string) => string | undefined
  readonly onChange: (changed: Partial<ActionDraft>) => void
}
