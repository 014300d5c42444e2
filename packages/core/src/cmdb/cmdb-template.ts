import type { CmdbFormat } from './read-cmdb-text.js'

/**
 * Six example records. They show two environments, a parent that is not in the file, and a record without services. A
 * parent is hurt when its child fails: for example, a database is the parent of the virtual machine it runs on.
 */
export const CMDB_TEMPLATE = [
  {
    resource: 'db-orders',
    environment: 'Production',
    parent: 'order-entry',
    services: ['webshop', 'billing'],
    type: 'database',
    attributes: { owner: 'data' },
  },
  {
    resource: 'vm-orders-01',
    environment: 'Production',
    parent: 'db-orders',
    services: ['webshop', 'billing'],
    type: 'virtual machine',
    attributes: { owner: 'platform' },
  },
  {
    resource: 'hypervisor-01',
    environment: 'Production',
    parent: 'vm-orders-01',
    services: ['webshop'],
    type: 'hypervisor',
    attributes: { location: 'Berlin', owner: 'platform' },
  },
  {
    resource: 'switch-01',
    environment: 'Production',
    parent: 'hypervisor-01',
    services: [],
  },
  {
    resource: 'db-stage',
    environment: 'Staging',
    services: ['webshop'],
    type: 'database',
    attributes: { owner: 'data' },
  },
  {
    resource: 'vm-stage-01',
    environment: 'Staging',
    parent: 'db-stage',
    services: ['webshop'],
    type: 'virtual machine',
    attributes: {},
  },
] as const

export interface CmdbTemplateFile {
  readonly fileName: string
  readonly contentType: string
  readonly text: string
}

/**
 * Writes the example file in a format (rules.md#cmdb-template).
 *
 * @example
 * ```ts
 * import { cmdbTemplate } from '@opsgraph/core/pure'
 *
 * console.log(cmdbTemplate('csv').fileName) // cmdb-import-template.csv
 * ```
 */
export function cmdbTemplate(format: CmdbFormat): CmdbTemplateFile {
  const fileName = `cmdb-import-template.${format}`
  if (format === 'csv') return { fileName, contentType: 'text/csv; charset=utf-8', text: templateCsv() }
  return { fileName, contentType: 'application/json', text: `${JSON.stringify(CMDB_TEMPLATE, null, 2)}\n` }
}

/**
 * A record of the template. A record without services has neither type nor attributes, because only nodes have them.
 */
interface TemplateRecord {
  readonly resource: string
  readonly environment: string
  readonly parent?: string
  readonly services: readonly string[]
  readonly type?: string
  readonly attributes?: { readonly location?: string; readonly owner?: string }
}

/** Writes the example as CSV. The cells are not in quotes, because no cell of the template needs quotes. */
function templateCsv(): string {
  const header = 'resource,environment,parent,services,type,attr.location,attr.owner'
  const rows = CMDB_TEMPLATE.map((record) => {
    const { resource, environment, parent = '', services, type = '', attributes = {} }: TemplateRecord = record
    return [resource, environment, parent, services.join(';'), type, attributes.location, attributes.owner].join()
  })
  return `${[header, ...rows].join('\n')}\n`
}
