import { z } from 'zod'

/** A time in an answer: ISO 8601, UTC, with milliseconds. */
export const time = z.iso.datetime({ precision: 3 }).meta({
  id: 'Time',
  description: 'A time in UTC with milliseconds',
  examples: ['2026-11-20T12:00:00.000Z'],
})
