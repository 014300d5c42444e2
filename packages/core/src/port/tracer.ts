export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

/** Describes a span, which is a unit of work that is timed. */
export interface SpanStart {
  /** One of a few fixed names, without ids, so that all spans for the same kind of work have the same name. */
  readonly name: string
  /** `server` = handles a request from outside; `client` = waits for another system. */
  readonly kind?: 'server' | 'client'
  /** Must not contain data that users sent, because spans leave the system. */
  readonly attributes?: SpanAttributes
  /**
   * Request headers that may contain a trace context. If the headers contain no trace context, the parent of this span
   * is the span that is active when this span starts.
   */
  readonly carrier?: Readonly<Record<string, string | string[] | undefined>>
}

/** A span that has not ended yet. */
export interface Span {
  rename(name: string): void
  set(attributes: SpanAttributes): void
  /** @param type the kind of failure, in one word */
  fail(type: string): void
}

/** Sends traces. A trace shows how long a piece of work and its parts take. */
export interface Tracer {
  /**
   * Runs `work` immediately in a new span and returns its result. If `work` throws, the span is marked as failed. A
   * span that starts inside `work` becomes a child of this span.
   */
  span<T>(start: SpanStart, work: (span: Span) => Promise<T>): Promise<T>
}
