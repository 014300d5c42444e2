import { z } from 'zod'
import { LIMITS } from '../limits.js'
import { nameFault, normalizeName } from '../name.js'
import { checkText, readOnlyList } from './field.js'

/** The schema of a list of 1 to `limit` names of resources. Reading removes duplicates. */
export function resourceNames(limit: number, description: string) {
  const error = `must contain 1 to ${limit} names`
  const name = z
    .string()
    .overwrite(normalizeName)
    .check(checkText((sent) => (sent === '' ? 'must not be empty' : nameFault(sent))))
    .meta({ maxLength: LIMITS.name })
  return readOnlyList(
    z
      .array(name)
      .min(1, { error })
      .max(limit, { error })
      .overwrite((names) => [...new Set(names)])
      .meta({ description }),
  )
}
