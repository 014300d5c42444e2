export type { EmbeddedOptions } from './open-store.js'
export { openEmbeddedStore, openPostgresStore } from './open-store.js'
export type { PgOptions } from './pg-database.js'
export type { PostgresStore } from './postgres-store.js'
