import { SCHEMAS } from '@opsgraph/core'

/** What many answers and bodies contain. */
export const { alertStatus, filter, severity, time } = SCHEMAS
