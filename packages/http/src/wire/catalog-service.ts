import { z } from 'zod'
import { filter } from './filter.js'
import { name, requiredName } from './name.js'
import { alertStatus, severity } from './severity.js'

const severities = z.array(severity).meta({ description: 'Severities that count; empty = all' })
const statuses = z.array(alertStatus).meta({ description: 'Statuses that count; empty = all' })

/** A catalog service (rules.md#catalog-entries). */
export const catalogService = z
  .strictObject({
    serviceId: name,
    name,
    description: z.string(),
    icon: z.string(),
    alertImpact: z.strictObject({ severities, statuses, whitelist: filter, blacklist: filter }),
  })
  .meta({ id: 'CatalogService', description: 'A service of the catalog' })

/** The body of PUT /api/service_catalog/<serviceId>; core validates it. */
export const catalogServiceChanges = z
  .strictObject({
    serviceId: name.optional().meta({ description: 'Must equal the id in the path' }),
    name: requiredName.optional(),
    description: z.string().optional(),
    icon: name.optional(),
    alertImpact: z
      .strictObject({
        severities: severities.optional(),
        statuses: statuses.optional(),
        whitelist: filter.optional(),
        blacklist: filter.optional(),
      })
      .optional(),
  })
  .meta({
    id: 'CatalogServiceChanges',
    description: 'Omitted fields stay unchanged',
    examples: [{ name: 'Shop', alertImpact: { severities: ['critical', 'major'] } }],
  })
