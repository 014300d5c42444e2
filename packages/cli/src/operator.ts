import type { Caller } from '@opsgraph/core'

/**
 * The caller of commands that use the store directly. This caller has the scope `admin`, because a user who can open
 * the store can access all its data anyway.
 */
export const OPERATOR: Caller = { user: 'admin', scopes: ['admin'], requestId: null }

/** The caller of the tasks that the server runs at its start. */
export const SYSTEM: Caller = { user: 'system', scopes: ['admin'], requestId: null }
