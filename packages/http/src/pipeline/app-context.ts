import type { Opsgraph } from '@opsgraph/core'
import type { Request } from 'express'
import type { AnswerBudget } from '../limit/answer-budget.js'
import type { RateLimit } from '../limit/rate-limit.js'
import type { WrongKeyLimit } from '../limit/wrong-keys.js'
import type { EventStreams } from '../live/event-streams.js'
import type { Metrics } from '../metric/metrics.js'

type Json = Readonly<Record<string, unknown>>

/** A document that describes the API (OpenAPI 3.1). */
export type OpenapiDocument = Json & {
  readonly openapi: string
  readonly info: Json & { readonly version: string }
  readonly paths: Json
}

/** The dependencies of the routes. */
export interface AppContext {
  readonly opsgraph: Opsgraph
  /** The URL under which the caller of a request reaches the API, without a slash at the end. */
  readonly baseUrl: (request: Request) => string
  readonly version: string
  /** The streams of events that this process serves. */
  readonly events: EventStreams
  /** Counts requests, deliveries and imports, among others. */
  readonly metrics: Metrics
  readonly openapi: (baseUrl: string) => Promise<OpenapiDocument>
  /** Limits the total size of the large answers that this process is sending. */
  readonly answers: AnswerBudget
  /** Limits the number of requests with each API key; `undefined` = unlimited. */
  readonly keyLimit: RateLimit | undefined
  /** Limits the number of requests with wrong API keys from each address; `undefined` = unlimited. */
  readonly wrongKeys: WrongKeyLimit | undefined
  /** Limits the number of deliveries to each existing webhook; `undefined` = unlimited. */
  readonly webhookLimit: RateLimit | undefined
}
