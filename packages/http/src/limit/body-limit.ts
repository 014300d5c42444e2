/** One mebibyte, in bytes. */
export const MEBIBYTE = 1024 * 1024

/** Maximum sizes of request bodies, in bytes (rules.md#limits-of-a-server). */
export const BODY_LIMIT = {
  json: MEBIBYTE,
  bulkRelations: 16 * MEBIBYTE,
  topology: 16 * MEBIBYTE,
  /** The payload in such a body may be a text, whose escape sequences make it longer. */
  explainedPayload: 16 * MEBIBYTE,
} as const
