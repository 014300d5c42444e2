import type { Caller } from '@opsgraph/core'

/** Runs commands at the machine itself: access to the store is access to everything in it. */
export const OPERATOR: Caller = { user: 'admin', scopes: ['admin'], requestId: null }

/** The server, which does some things by itself when it starts. */
export const SYSTEM: Caller = { user: 'system', scopes: ['admin'], requestId: null }
