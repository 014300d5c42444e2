import { createOpsgraph } from '@opsgraph/core'
import { openEmbeddedStore } from '@opsgraph/store-postgres'

const store = await openEmbeddedStore() // or: openPostgresStore({ connectionString: 'postgres://…' })
const opsgraph = createOpsgraph({ store })
console.log(await opsgraph.ensureAdminKey()) // the secret of the first key, told once
await store.close()
