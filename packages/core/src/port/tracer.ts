export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

/** A piece of work whose time somebody wants to know. */
export interface SpanStart {
  /** Few and without ids, so that equal work has equal names. */
  readonly name: string
  /** `server` answers somebody from outside, `client` waits for another system. */
  readonly kind?: 'server' | 'client'
  /** Never what users sent: spans leave the system. */
  readonly attributes?: SpanAttributes
  /** The headers of a request, which may say what it is a part of. Else it is a part of the span that it begins in. */
  readonly carrier?: Readonly<Record<string, string | string[] | undefined>>
}

/** What is learned of it while it runs. */
export interface Span {
  rename(name: string): void
  set(attributes: SpanAttributes): void
  /** @param type what kind of failure, in a word */
  fail(type: string): void
}

/** Tells somebody outside how long work takes and what it consists of. */
export interface Tracer {
  /** Runs `work` right away and answers what it answers. A span that throws has failed; one that begins within is a part. */
  span<T>(start: SpanStart, work: (span: Span) => Promise<T>): Promise<T>
}
