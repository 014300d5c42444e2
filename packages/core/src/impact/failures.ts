import { z } from 'zod'
import { LIMITS } from '../limits.js'
import { define, NAME } from '../schema/field.js'
import { resourceNames } from '../schema/resource-names.js'

/** Resources that fail at the same time (rules.md#simulated-failures). */
export const FAILURES = /* @__PURE__ */ define(() => {
  return z
    .strictObject({
      environment: NAME.nullish()
        .transform((sent) => sent ?? '')
        .meta({ default: '' }),
      resources: resourceNames(LIMITS.simulatedFailures, 'The resources that fail'),
      withAlerts: z
        .boolean()
        .nullish()
        .transform((sent) => sent ?? false)
        .meta({ description: 'true = the active alerts count too', default: false }),
    })
    .meta({ id: 'Failures', examples: [{ environment: 'Production', resources: ['disk-sdb'] }] })
})
export type FailuresInput = Readonly<z.input<typeof FAILURES>>
/** The failing resources, without duplicates. */
export type Failures = Readonly<z.output<typeof FAILURES>>
