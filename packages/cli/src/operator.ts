import type { Caller } from '@opsgraph/core'

/** The caller of commands that use the store directly: access to the store gives access to all its data. */
export const OPERATOR: Caller = { user: 'admin', scopes: ['admin'], requestId: null }

/** The caller of the tasks that the server runs at its start. */
export const SYSTEM: Caller = { user: 'system', scopes: ['admin'], requestId: null }
