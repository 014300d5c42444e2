import { z } from 'zod'

/** An object with arbitrary keys. */
export const jsonObject = z.record(z.string(), z.unknown())
