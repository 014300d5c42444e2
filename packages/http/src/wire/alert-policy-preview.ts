import type { Opsgraph } from '@opsgraph/core'
import { z } from 'zod'
import { alertPolicyRun, toAlertPolicyRun } from './alert-policy-run.js'
import { time } from './stored.js'

const count = z.int().meta({ minimum: 0 })
const value = z.unknown().meta({ description: 'The value that arrived; missing if there was none' }).optional()

const previewedAlert = z
  .strictObject({
    environment: value,
    resource: value,
    event: value,
    severity: value,
    webhookId: z
      .string()
      .nullable()
      .meta({ description: 'The webhook whose history has the delivery; null = a stored alert' }),
    receivedAt: time,
    alertId: z.string().nullable().meta({ description: 'The id of a stored alert' }),
    run: alertPolicyRun,
    error: z.string().nullable().meta({ description: 'Why the alert would be rejected after all policies' }),
  })
  .meta({ id: 'PreviewedAlert', description: 'An alert on which the policy was tried' })

/** What a policy would do (rules.md#alert-policy-preview). */
export const alertPolicyPreview = {
  total: count.meta({ description: 'The number of alerts on which the policy was tried' }),
  matched: count,
  changed: count.meta({ description: 'The number of alerts that the policy would change' }),
  dropped: count.meta({ description: 'The number of alerts that the policy would drop' }),
  truncated: z.boolean().meta({
    description: 'True if the policies need too many steps; the preview covers only the first alerts then',
  }),
  alerts: z.array(previewedAlert).meta({ description: 'What the policy would do with each of them' }),
}

export function toAlertPolicyPreview({ alerts, ...counts }: Awaited<ReturnType<Opsgraph['previewAlertPolicy']>>) {
  return { ...counts, alerts: alerts.map(({ run, ...alert }) => ({ ...alert, run: toAlertPolicyRun(run) })) }
}
