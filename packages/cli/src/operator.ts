import type { Caller } from '@opsgraph/core'

/**
 * The caller for commands that use the store directly. It has the scope `admin`, because a user who can open the store
 * can access all its data anyway.
 */
export const OPERATOR_CALLER: Caller = { user: 'admin', scopes: ['admin'], requestId: null }

/** The caller for tasks that the server runs when it starts. */
export const SYSTEM_CALLER: Caller = { user: 'system', scopes: ['admin'], requestId: null }
