import { z } from 'zod'

/** An object whose keys are the caller's own. */
export const jsonObject = z.record(z.string(), z.unknown())
