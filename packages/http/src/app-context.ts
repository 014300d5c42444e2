import type { Opsgraph } from '@opsgraph/core'
import type { Request } from 'express'
import type { AnswerBudget } from './answer-budget.js'
import type { RateLimit } from './rate-limit.js'
import type { WrongKeys } from './wrong-keys.js'

type Json = Readonly<Record<string, unknown>>

/** A document that describes the API (OpenAPI 3.1). */
export type OpenapiDocument = Json & { readonly openapi: string; readonly paths: Json }

/** What routes answer from. */
export interface AppContext {
  readonly opsgraph: Opsgraph
  /** Where the caller of a request reaches the API, without a slash at the end. */
  readonly baseUrl: (request: Request) => string
  readonly version: string
  /** What this process measured, in Prometheus' text format. */
  readonly metrics: () => Promise<string>
  readonly openapi: (baseUrl: string) => OpenapiDocument
  /** Of the large answers of this process. */
  readonly answers: AnswerBudget
  /** Requests with one API key; `undefined` = any number. */
  readonly keyLimit: RateLimit | undefined
  /** `undefined` = nobody is slowed down. */
  readonly wrongKeys: WrongKeys | undefined
  /**
   * Counts a delivery to a webhook that is there.
   *
   * @throws HttpError 429
   */
  readonly admitDelivery: (webhookId: string) => Promise<void>
}
