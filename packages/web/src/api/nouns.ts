import type { FormNoun } from './noun-draft.js'
import type { components } from './schema.js'

// `pnpm generate` writes this file from the nouns of core. The console does not import the nouns themselves, because
// their schemas and descriptions would be a large part of the code that a browser loads.

type Schemas = components['schemas']

export const ALERT_POLICY: FormNoun<Schemas['AlertPolicy'], Schemas['NewAlertPolicy']> = {
  fields: {
    name: { first: '' },
    description: { first: '' },
    filters: { first: {} },
    order: { first: 100, isNumber: true },
    webhookId: { first: null, isNullable: true },
    actions: { first: '' },
    status: { first: 'active' },
  },
}

export const API_KEY: FormNoun<Schemas['ApiKey'], Schemas['NewApiKey']> = {
  fields: {
    user: { first: '' },
    scopes: { first: '' },
    text: { first: '' },
    expireTime: { first: null, isNullable: true },
  },
}

export const CATALOG_SERVICE: FormNoun<Schemas['CatalogService'], Schemas['CatalogServiceChanges']> = {
  fields: {
    serviceId: { first: '' },
    name: { first: '' },
    description: { first: '' },
    icon: { first: 'server' },
    owner: { first: '' },
    runbook: { first: '' },
    links: { first: [] },
    alertImpact: { first: { severities: [], statuses: [], whitelist: {}, blacklist: {} } },
  },
}

export const MAINTENANCE_WINDOW: FormNoun<Schemas['MaintenanceWindow'], Schemas['NewMaintenanceWindow']> = {
  fields: {
    name: { first: '' },
    filters: { first: {} },
    hurtDepth: { first: 0, isNumber: true },
    startTime: { first: '' },
    endTime: { first: '' },
    timezone: { first: 'UTC' },
    rrule: { first: null, isNullable: true },
    text: { first: '' },
  },
}

export const REDUNDANCY_RULE: FormNoun<Schemas['RedundancyRule'], Schemas['RedundancyRuleBody']> = {
  fields: {
    environment: { first: '' },
    resource: { first: '' },
    minHealthy: { first: '', isNumber: true },
    failedAt: { first: 'major' },
    degraded: { first: 'warning', isNullable: true },
    source: { first: 'manual' },
    sourceRef: { first: null, isNullable: true },
    text: { first: '' },
  },
}

export const RELATION: FormNoun<Schemas['Relation'], Schemas['NewRelation']> = {
  fields: {
    environment: { first: '' },
    resource: { first: '' },
    parent: { first: '' },
    source: { first: 'manual' },
    sourceRef: { first: null, isNullable: true },
  },
}

export const RELATION_POLICY: FormNoun<Schemas['RelationPolicy'], Schemas['NewRelationPolicy']> = {
  fields: {
    name: { first: '' },
    description: { first: '' },
    filters: { first: {} },
    parent: { first: '' },
    status: { first: 'active' },
  },
}

export const SUBSCRIPTION: FormNoun<Schemas['Subscription'], Schemas['NewSubscription']> = {
  fields: {
    name: { first: '' },
    format: { first: '' },
    url: { first: '' },
    services: { first: [] },
    owners: { first: [] },
    minSeverity: { first: 'major' },
    filters: { first: {} },
    kinds: { first: ['impact'] },
    waitSeconds: { first: 30, isNumber: true },
    repeatSeconds: { first: null, isNumber: true, isNullable: true },
    unacknowledgedSeconds: { first: null, isNumber: true, isNullable: true },
    enabled: { first: true },
  },
}

export const TOPOLOGY: FormNoun<Schemas['Topology'], Schemas['NewTopology']> = {
  fields: {
    name: { first: '' },
    description: { first: '' },
    service: { first: '' },
    serviceKpi: { first: null, isNullable: true },
    orientation: { first: 'TB' },
    nodes: {},
    edges: {},
  },
}

export const WEBHOOK: FormNoun<Schemas['WebhookConfig'], Schemas['NewWebhook']> = {
  fields: {
    id: {},
    name: { first: '' },
    description: { first: '' },
    sourceId: { first: '' },
    enabled: { first: false },
    fieldMappings: { first: {} },
    defaultValues: { first: {} },
    arrayPath: { first: '' },
    payloadFormat: { first: 'json' },
    base64Fields: { first: [] },
    jsonFields: { first: [] },
    testPayloads: { first: null, isNullable: true },
    timezone: { first: 'UTC' },
    deduplication: { first: null, isNullable: true },
    expectEvery: { first: null, isNumber: true, isNullable: true },
    expectSeverity: { first: 'major' },
    authMode: { first: 'none' },
    authHeaderScheme: { isNullable: true },
    authHeaderName: { isNullable: true },
    authSecretPreviousExpires: { first: null, isNullable: true },
    apiKeyId: { isNullable: true },
  },
}

export const WEIGHT_POLICY: FormNoun<Schemas['WeightPolicy'], Schemas['NewWeightPolicy']> = {
  fields: {
    name: { first: '' },
    description: { first: '' },
    filters: { first: {} },
    weight: { first: 0, isNumber: true },
    topologyId: { first: null, isNullable: true },
    status: { first: 'active' },
  },
}
