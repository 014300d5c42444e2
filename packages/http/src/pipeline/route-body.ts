import type { z } from 'zod'
import type { ReceivedBytes } from './read-body.js'

/** One mebibyte, in bytes. */
export const MEBIBYTE = 1024 * 1024

/** Maximum sizes of request bodies, in bytes (rules.md#limits-of-a-server). */
export const BODY_LIMIT = {
  json: MEBIBYTE,
  bulkRelations: 16 * MEBIBYTE,
  topology: 16 * MEBIBYTE,
  /** The body of an explanation may contain the payload as a JSON text, whose escape sequences make it longer. */
  explainedPayload: 16 * MEBIBYTE,
} as const

/** The body that a route accepts. */
export interface BodyDefinition<Sent extends z.ZodType = z.ZodType> {
  /** The schema of a valid body, for the OpenAPI document. */
  readonly schema: z.ZodType
  /** The schema of a valid body that is a form, for the OpenAPI document. */
  readonly form?: z.ZodType
  /**
   * The schema that validates the body before the handler runs. Default: any body is accepted here, because core
   * validates it.
   */
  readonly read?: Sent
  /** The maximum size in bytes; default: `BODY_LIMIT.json`. */
  readonly limit?: number
  /** Whether the body may be missing. A missing body is read as `{}`. */
  readonly optional?: boolean
  /**
   * If set, the handler opens the body as a file: either the whole body or one part of a form. The keys are the
   * accepted media types besides JSON; the values are their schemas for the OpenAPI document.
   */
  readonly file?: Readonly<Record<string, z.ZodType>>
  /**
   * If true, the handler reads the raw bytes, which may be compressed or not JSON, and reports faults itself. It also
   * gets the raw query. Unknown query parameters are accepted: if a monitoring tool adds a parameter, its delivery must
   * not be lost.
   */
  readonly raw?: true
}

interface KeyVerdict {
  /** Whether the key is valid; `undefined` if the key was not looked up. */
  readonly isKeyValid: boolean | undefined
}

/** The unparsed request, for routes with a raw body. */
export interface RawRequest {
  readonly requestId: string
  /** A list of alternating names and values, so that repeated headers stay separate. */
  readonly headers: readonly string[]
  /** The query of the URL, without `?`. */
  readonly query: string
  /**
   * Counts the request as a delivery to an existing webhook.
   *
   * @throws HttpError 429 if the rate limit of the webhook is used up
   */
  readonly admit: (webhookId: string) => Promise<void>
  /**
   * Limits how many API keys the address of a sender can try out (see `WrongKeyLimit`). Calls `receive`, unless a limit
   * refuses the key.
   *
   * @param secret the API key that the sender presents
   * @param receive receives the delivery, and reports whether the key is valid
   * @throws HttpError 429 if a limit refuses the key
   */
  readonly guardKey: <Received extends KeyVerdict>(
    secret: string,
    receive: () => Promise<Received>,
  ) => Promise<Received>
  /** Reads at most `limit` bytes of the body. The returned size shows whether the body is longer. */
  readonly readBytes: (limit: number) => Promise<ReceivedBytes>
}

/**
 * Passes a value of a request, such as its parsed JSON, to a use-case without a check. This cast is safe because
 * use-cases check their whole input at run time. Use only this function to pass on a value that no schema has
 * validated.
 */
export function asUncheckedInput<Input>(sent: unknown): Input {
  return sent as Input
}
