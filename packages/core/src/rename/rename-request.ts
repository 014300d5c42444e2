import { z } from 'zod'
import { define, NAME, REQUIRED_NAME } from '../schema/field.js'

/** The body of a rename (rules.md#rename). */
export const RENAME = /* @__PURE__ */ define(() => {
  const flag = (description: string) => z.boolean().nullish().meta({ description, default: false })
  return z
    .strictObject({
      environment: NAME.nullish().meta({ default: '' }),
      from: REQUIRED_NAME.meta({ description: 'The resource' }),
      to: REQUIRED_NAME.meta({ description: 'Its new name' }),
      merge: flag('true = if the new name exists, both become one resource'),
      dryRun: flag('true = only answer what would change'),
    })
    .meta({ id: 'ResourceRename', examples: [{ environment: 'Production', from: 'srv-old', to: 'srv-new' }] })
})
export type RenameInput = Readonly<z.input<typeof RENAME>>
