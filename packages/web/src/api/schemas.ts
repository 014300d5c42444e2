import type { components } from './schema.js'

type Schemas = components['schemas']

/** What the API answers, under the names of its document. */
export type Alert = Schemas['Alert']
export type Topology = Schemas['Topology']
export type Severity = Alert['severity']
