import { z } from 'zod'
import { LIMITS } from '../limits.js'
import { nameFault, normalizeName } from '../name.js'
import { checked, define, NAME, readOnly } from '../schema/field.js'

/** Resources that fail at the same time (rules.md#simulated-failures). */
export const FAILURES = /* @__PURE__ */ define(() => {
  const { simulatedFailures: limit } = LIMITS
  const COUNT = `must contain 1 to ${limit} names`
  const name = z
    .string()
    .overwrite(normalizeName)
    .check(checked((sent) => (sent === '' ? 'must not be empty' : nameFault(sent))))
    .meta({ maxLength: LIMITS.name })
  return z
    .strictObject({
      environment: NAME.nullish()
        .transform((sent) => sent ?? '')
        .meta({ default: '' }),
      resources: readOnly(
        z
          .array(name)
          .min(1, { error: COUNT })
          .max(limit, { error: COUNT })
          .overwrite((names) => [...new Set(names)])
          .meta({ description: 'The resources that fail' }),
      ),
      withAlerts: z
        .boolean()
        .nullish()
        .transform((sent) => sent ?? false)
        .meta({ description: 'true = the active alerts count too', default: false }),
    })
    .meta({ id: 'Failures', examples: [{ environment: 'Production', resources: ['disk-sdb'] }] })
})
export type FailuresInput = Readonly<z.input<typeof FAILURES>>
/** Each resource once. */
export type Failures = Readonly<z.output<typeof FAILURES>>
