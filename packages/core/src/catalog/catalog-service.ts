import { z } from 'zod'
import { ALERT_STATUS, SEVERITY } from '../alert/alert-enums.js'
import type { AlertStatus } from '../alert/alert-status.js'
import type { Severity } from '../alert/severity.js'
import { type AnsweredFilter, answeredFilter, EMPTY_FILTER, type Filter } from '../filter/filter.js'
import { FILTER } from '../filter/filter-schema.js'
import { LIMITS } from '../limits.js'
import { textFault } from '../name.js'
import { bodyFault, REQUIRED_MESSAGE } from '../schema/body-error.js'
import { checkText, define, NAME, REFERENCE, REQUIRED_NAME, readOnlyList, TEXT } from '../schema/field.js'
import { type Changes, defineNoun, optional, type Stored } from '../schema/noun.js'

/** Which alerts count for a service. An empty list or filter excludes nothing. */
export interface AlertImpact {
  readonly severities: readonly Severity[]
  readonly statuses: readonly AlertStatus[]
  readonly whitelist: Filter
  readonly blacklist: Filter
}

/** The default: every active alert counts. */
export const DEFAULT_IMPACT: AlertImpact = {
  severities: [],
  statuses: [],
  whitelist: EMPTY_FILTER,
  blacklist: EMPTY_FILTER,
}

/** A list of values from a closed list. Reading removes duplicates. */
function listWithoutDuplicates<Word>(word: z.ZodType<Word, Word>) {
  const words = z.array(word).overwrite((sent) => [...new Set(sent)])
  return words.meta({ description: 'Empty = all' }) as unknown as z.ZodType<readonly Word[], readonly Word[]>
}

const ALERT_IMPACT_SHAPES = /* @__PURE__ */ define(() => ({
  severities: listWithoutDuplicates(SEVERITY),
  statuses: listWithoutDuplicates(ALERT_STATUS),
}))

/** An alert impact in bodies and answers. In a body, fields that are left out stay unchanged. */
const ALERT_IMPACT = /* @__PURE__ */ define(() => ({
  sent: z.strictObject({
    severities: ALERT_IMPACT_SHAPES.severities.nullish().meta({ description: 'Severities that count; empty = all' }),
    statuses: ALERT_IMPACT_SHAPES.statuses.nullish().meta({ description: 'Statuses that count; empty = all' }),
    whitelist: FILTER.sent.nullish(),
    blacklist: FILTER.sent.nullish(),
  }),
  stored: z.strictObject({
    ...ALERT_IMPACT_SHAPES,
    whitelist: FILTER.stored,
    blacklist: FILTER.stored,
  }),
}))

const TRIMMED_ADDRESS = /* @__PURE__ */ define(() => z.string().overwrite((text) => text.trim()))

/** The URL of a web page, or a mail address with `mailto:`. */
const URL_SCHEMA = /* @__PURE__ */ define(() =>
  TRIMMED_ADDRESS.check(checkText((text) => (text === '' ? REQUIRED_MESSAGE : addressFault(text)))).meta({
    minLength: 1,
    maxLength: LIMITS.address,
  }),
)

/** Like {@link URL_SCHEMA}, or empty. */
const OPTIONAL_URL_SCHEMA = /* @__PURE__ */ define(() =>
  TRIMMED_ADDRESS.check(checkText((text) => (text === '' ? undefined : addressFault(text)))).meta({
    maxLength: LIMITS.address,
  }),
)

/** The links of a catalog entry, in the order in which the console shows them. */
const LINKS_SCHEMA = /* @__PURE__ */ define(() => {
  const link = z.strictObject({
    title: REQUIRED_NAME.meta({ description: 'What the link shows' }),
    url: URL_SCHEMA.meta({ description: 'A URL with http, https or mailto' }),
  })
  const { catalogLinks: most } = LIMITS
  const links = z.array(link).refine((sent) => sent.length <= most, {
    error: ({ input }) => `has ${(input as readonly unknown[]).length} items; a service has at most ${most} links`,
    // The count is checked even if some links have faults, so that one answer has all faults.
    when: ({ value }) => Array.isArray(value),
  })
  return readOnlyList(links).meta({ maxItems: most })
})

/** The owner and the runbook of a service. */
export const SERVICE_CONTACT = /* @__PURE__ */ define(() => ({
  owner: optional(NAME, '', { description: 'Who answers for the service, such as a team' }),
  runbook: optional(OPTIONAL_URL_SCHEMA, '', {
    description: 'The URL of the page that says what to do if the service is hurt: http, https or mailto',
  }),
}))
/** The owner and the runbook of a service; both are empty if the catalog names none. */
export type ServiceContact = Pick<CatalogService, keyof typeof SERVICE_CONTACT>

/** Catalog entries, which describe business services (rules.md#catalog-entries). */
export const CATALOG_SERVICE = /* @__PURE__ */ defineNoun(() => ({
  id: 'CatalogService',
  description: 'A business service of the catalog, and which alerts count for it',
  fields: {
    serviceId: optional(NAME, '', {
      description: 'The name of the service in the field `service` of alerts; in a body, the same as in the path',
    }),
    name: optional(REQUIRED_NAME, ''),
    description: optional(TEXT, ''),
    icon: optional(REFERENCE, 'server'),
    ...SERVICE_CONTACT,
    links: optional(LINKS_SCHEMA, [], { description: 'Links to dashboards, repositories and the like' }),
    alertImpact: optional(ALERT_IMPACT, DEFAULT_IMPACT, { description: 'Which alerts count for the service' }),
  },
  example: { name: 'Shop' },
  change: {
    name: 'Shop',
    owner: 'Team Checkout',
    runbook: 'https://wiki.example.com/shop',
    alertImpact: { severities: ['critical', 'major'] },
  },
}))

export type CatalogService = Omit<Stored<typeof CATALOG_SERVICE>, 'alertImpact'> & { readonly alertImpact: AlertImpact }
/** A new catalog entry, or the changes of a stored one, in which fields that are left out stay unchanged. */
export interface CatalogServiceInput extends Changes<typeof CATALOG_SERVICE> {}

/** The default values for a service that is not in the catalog (rules.md#catalog-entries). */
export function emptyCatalogService(serviceId: string): CatalogService {
  const contact = { owner: '', runbook: '', links: [] }
  return { serviceId, name: serviceId, description: '', icon: 'server', ...contact, alertImpact: DEFAULT_IMPACT }
}

/**
 * Applies the sent fields to a catalog entry; other fields do not change (rules.md#catalog-entries).
 *
 * @param service the stored entry, or {@link emptyCatalogService} for a new service
 * @throws OpsgraphError `invalid` with all faults
 */
export function readCatalogService(body: unknown, service: CatalogService): CatalogService {
  const { alertImpact = {}, ...changes } = CATALOG_SERVICE.readChanges(body)
  const read = { ...service, ...changes }
  if (read.serviceId !== service.serviceId) throw bodyFault('serviceId', 'must be the same as in the path')
  const impact = Object.entries(alertImpact).filter(([, value]) => value !== null && value !== undefined)
  return { ...read, alertImpact: { ...service.alertImpact, ...Object.fromEntries(impact) } }
}

/** A catalog entry in the form in which responses and files show it. */
export interface AnsweredCatalogService extends Omit<CatalogService, 'alertImpact'> {
  readonly alertImpact: Omit<AlertImpact, 'whitelist' | 'blacklist'> & {
    readonly whitelist: AnsweredFilter
    readonly blacklist: AnsweredFilter
  }
}

export function answeredCatalogService(entry: CatalogService): AnsweredCatalogService {
  const { whitelist, blacklist, ...listed } = entry.alertImpact
  const filters = { whitelist: answeredFilter(whitelist), blacklist: answeredFilter(blacklist) }
  return { ...entry, alertImpact: { ...listed, ...filters } }
}

/**
 * Returns the fault of an address that a person can open from the page of a service. The console shows it as a link, so
 * only schemes that run no code are accepted (rules.md#catalog-links).
 */
function addressFault(text: string): string | undefined {
  if (text.length > LIMITS.address) return `is longer than ${LIMITS.address} characters`
  const fault = textFault(text)
  if (fault !== undefined) return fault
  // Browsers ignore tabs and line breaks, so "java\nscript:" would be the scheme javascript.
  if (UNPRINTABLE_PATTERN.test(text)) return 'contains white space or a control character'
  if (!LINK_SCHEME_PATTERN.test(text)) return 'must begin with http://, https:// or mailto:'
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || url.pathname === '') return 'is not a complete URL, such as https://wiki.example.com/shop'
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or a password'
  return undefined
}

const UNPRINTABLE_PATTERN = /[\s\p{Cc}\p{Cf}]/u
const LINK_SCHEME_PATTERN = /^(https?:\/\/|mailto:)/i
