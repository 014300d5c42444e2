/** Bytes. */
export const MEBIBYTE = 1024 * 1024

/** How long a body may be, in bytes (decisions.md 2, JSON body limits). */
export const BODY_LIMIT = {
  json: MEBIBYTE,
  bulkRelations: 16 * MEBIBYTE,
  topology: 16 * MEBIBYTE,
} as const
