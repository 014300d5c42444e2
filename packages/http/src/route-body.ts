import type { z } from 'zod'
import type { ReceivedBytes } from './read-body.js'

/** What a route takes as its body. */
export interface BodyDefinition<Sent extends z.ZodType = z.ZodType> {
  /** What is right to send, for the document. */
  readonly schema: z.ZodType
  /** What the edge reads of it; default: anything, for core to read. */
  readonly read?: Sent
  /** Bytes; default: `BODY_LIMIT.json`. */
  readonly limit?: number
  /** Whether a request may come without a body; it is then read as `{}`. */
  readonly optional?: boolean
  /**
   * Whether it is a file, which the handler reads by itself: as the body, or as a part of a form. By media type, what is
   * right to send besides JSON, for the document.
   */
  readonly file?: Readonly<Record<string, z.ZodType>>
  /**
   * Whether the handler takes the bytes as they come, compressed or not JSON at all, and says itself what is wrong. Query
   * parameters are passed over: a tool that adds one is not to lose what it sends.
   */
  readonly raw?: true
}

interface KeyVerdict {
  /** `undefined` if the key was not looked up. */
  readonly isKeyValid: boolean | undefined
}

/** A request as it came, for routes whose body is raw. */
export interface RawRequest {
  readonly requestId: string
  /** Names and values in turn: no repeated header is lost. */
  readonly headers: readonly string[]
  /**
   * Says to which webhook it is a delivery, once it is known that there is one.
   *
   * @throws HttpError 429 when that one takes no more for now
   */
  readonly admit: (webhookId: string) => Promise<void>
  /**
   * Receives a delivery that presents an API key, unless its address has sent too many wrong keys.
   *
   * @throws HttpError 429
   */
  readonly guardKey: <Received extends KeyVerdict>(
    secret: string,
    receive: () => Promise<Received>,
  ) => Promise<Received>
  /** Reads at most `limit` bytes, and counts all. */
  readonly readBytes: (limit: number) => Promise<ReceivedBytes>
}
