import { ALERT_STATUSES, type AlertStatus } from '../alert/alert-status.js'
import { SEVERITIES, type Severity } from '../alert/severity.js'
import { BodyReader } from '../body-reader.js'
import { EMPTY_FILTER } from '../filter/filter.js'
import { type FilterInput, readFilter } from '../filter/read-filter.js'
import type { OptionalFields } from '../optional-fields.js'
import { truncateForMessage } from '../truncate-for-message.js'
import type { AlertImpact, CatalogService } from './catalog-service.js'

/**
 * A new catalog entry, or the changes of a stored catalog entry. In a stored entry, fields that are left out stay
 * unchanged.
 */
export interface CatalogServiceInput extends OptionalFields<Omit<CatalogService, 'alertImpact'>> {
  readonly alertImpact?: AlertImpactInput | null | undefined
}

interface AlertImpactInput extends OptionalFields<Pick<AlertImpact, 'severities' | 'statuses'>> {
  readonly whitelist?: FilterInput | null | undefined
  readonly blacklist?: FilterInput | null | undefined
}

/** The default: every active alert counts. */
export const OPEN_IMPACT: AlertImpact = {
  severities: [],
  statuses: [],
  whitelist: EMPTY_FILTER,
  blacklist: EMPTY_FILTER,
}

/** The default values for a service that is not in the catalog (rules.md#catalog-entries). */
export function plainCatalogService(serviceId: string): CatalogService {
  return { serviceId, name: serviceId, description: '', icon: 'server', alertImpact: OPEN_IMPACT }
}

/**
 * Applies the sent fields to a catalog entry; other fields do not change (rules.md#catalog-entries).
 *
 * @param service the stored entry, or {@link plainCatalogService} for a new service
 * @throws OpsgraphError `invalid`, naming the field
 */
export function readCatalogService(body: unknown, service: CatalogService): CatalogService {
  const reader = new BodyReader(body)
  reader.refuseOthers(Object.keys(service))
  const serviceId = reader.name('serviceId') ?? service.serviceId
  if (serviceId !== service.serviceId) throw reader.fault('serviceId', 'must be the same as in the path')
  return {
    serviceId,
    name: reader.value('name') === undefined ? service.name : reader.requiredName('name'),
    description: reader.text('description') ?? service.description,
    icon: reader.reference('icon') ?? service.icon,
    alertImpact: readAlertImpact(reader, service.alertImpact),
  }
}

function readAlertImpact(body: BodyReader, impact: AlertImpact): AlertImpact {
  if (body.value('alertImpact') === undefined) return impact
  const reader = new BodyReader(body.value('alertImpact'), 'alertImpact')
  reader.refuseOthers(Object.keys(impact))
  return {
    severities: readChoices<Severity>(reader, 'severities', SEVERITIES) ?? impact.severities,
    statuses: readChoices<AlertStatus>(reader, 'statuses', ALERT_STATUSES) ?? impact.statuses,
    whitelist: reader.value('whitelist') === undefined ? impact.whitelist : readRule(reader, 'whitelist'),
    blacklist: reader.value('blacklist') === undefined ? impact.blacklist : readRule(reader, 'blacklist'),
  }
}

function readRule(reader: BodyReader, field: 'whitelist' | 'blacklist') {
  return readFilter(reader.value(field), `alertImpact.${field}`)
}

function readChoices<Choice extends string>(reader: BodyReader, field: string, choices: readonly Choice[]) {
  const sent = reader.list(field)?.map((item, index) => {
    const choice = choices.find((candidate) => candidate === item)
    if (choice === undefined)
      throw reader.fault(`${field}[${index}]`, `(${truncateForMessage(item)}) is not one of ${choices.join(', ')}`)
    return choice
  })
  return sent && [...new Set(sent)]
}
