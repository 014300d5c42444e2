import { z } from 'zod'
import { LIMITS } from '../limits.js'
import { define, NAME } from '../schema/field.js'
import { resourceNames } from '../schema/resource-names.js'

/**
 * The body of a request that removes resources from everything that names them (rules.md#decommissioning-resources).
 */
export const DECOMMISSION = /* @__PURE__ */ define(() =>
  z
    .strictObject({
      environment: NAME.nullish()
        .transform((sent) => sent ?? '')
        .meta({ default: '' }),
      resources: resourceNames(LIMITS.decommissioned, 'The resources that are gone'),
      dryRun: z
        .boolean()
        .nullish()
        .transform((sent) => sent ?? false)
        .meta({ description: 'true = only answer what would change', default: false }),
      planHash: z
        .string()
        .nullish()
        .transform((sent) => sent ?? undefined)
        .meta({
          description: 'The `planHash` of a dry run: if the plan is another one now, nothing is written (409)',
        }),
    })
    .meta({ id: 'Decommission', examples: [{ environment: 'Production', resources: ['disk-sdb'], dryRun: true }] }),
)
export type DecommissionInput = Readonly<z.input<typeof DECOMMISSION>>
