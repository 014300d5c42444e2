import { FIRST_RELEASE } from './0001-first-release.js'
import { ASSIGNEES } from './0002-assignees.js'
import { REDUNDANCY_RULES } from './0003-redundancy-rules.js'
import { RELATION_CLAIMS } from './0004-relation-claims.js'
import { RESOURCE_ALIASES } from './0005-resource-aliases.js'
import { NODE_CLAIMS } from './0006-node-claims.js'
import { SERVICE_CONTACTS } from './0007-service-contacts.js'
import { HEARTBEATS } from './0008-heartbeats.js'
import { SERVICE_HISTORY } from './0009-service-history.js'
import { SUBSCRIPTIONS } from './0010-subscriptions.js'
import { TRANSITIONS_IN_TIME } from './0011-transitions-in-time.js'

// `pnpm generate` writes this file: every migration of this folder, in the order of their numbers.

/** The migrations in the order in which they run. A released migration never changes, nor does its name. */
export const MIGRATIONS = [
  { name: 'first-release', script: FIRST_RELEASE },
  { name: 'assignees', script: ASSIGNEES },
  { name: 'redundancy-rules', script: REDUNDANCY_RULES },
  { name: 'relation-claims', script: RELATION_CLAIMS },
  { name: 'resource-aliases', script: RESOURCE_ALIASES },
  { name: 'node-claims', script: NODE_CLAIMS },
  { name: 'service-contacts', script: SERVICE_CONTACTS },
  { name: 'heartbeats', script: HEARTBEATS },
  { name: 'service-history', script: SERVICE_HISTORY },
  { name: 'subscriptions', script: SUBSCRIPTIONS },
  { name: 'transitions-in-time', script: TRANSITIONS_IN_TIME },
] as const
