import { createOpsgraph } from '@opsgraph/core'
import { openEmbeddedStore } from '@opsgraph/store-postgres'

const store = await openEmbeddedStore() // or: openPostgresStore({ connectionString: 'postgres://…' })
const opsgraph = createOpsgraph({ store })
/** @type {import('@opsgraph/core').Caller} */
const me = { user: 'me', scopes: ['admin'], requestId: null }
console.log(await opsgraph.ensureAdminKey(me)) // the secret of the first key, shown once
await store.close()
