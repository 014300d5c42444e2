import { z } from 'zod'
import { define } from '../schema/field.js'
import { ALERT_STATUSES } from './alert-status.js'
import { closesAlert, notOneOfMessage, SEVERITIES } from './severity.js'

/** The schema of a severity (rules.md#alert-fields-4). */
export const SEVERITY = /* @__PURE__ */ define(() =>
  enumSchema(SEVERITIES).meta({ id: 'Severity', description: 'How bad an alert is; the worst comes first' }),
)

/** The schema of a severity that does not close an alert: any severity except `normal`, `ok` and `cleared`. */
export const OPEN_SEVERITY = /* @__PURE__ */ define(() =>
  enumSchema(SEVERITIES.filter((severity) => !closesAlert(severity))),
)

/** The schema of the status of an alert. */
export const ALERT_STATUS = /* @__PURE__ */ define(() =>
  enumSchema(ALERT_STATUSES).meta({
    id: 'AlertStatus',
    description:
      'Whether somebody still has to act; `closed` and `expired` are over, `shelved` and `blackout` are silenced',
  }),
)

/** The schema of a value from a closed list. */
function enumSchema<Word extends string>(choices: readonly Word[]) {
  const error = ({ input }: { readonly input?: unknown }) => notOneOfMessage(input, choices)
  return z.enum(choices as readonly [Word, ...Word[]], { error })
}
