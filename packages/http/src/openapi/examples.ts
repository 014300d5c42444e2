import recorded from './examples.json' with { type: 'json' }

/** The examples of one operation, by media type. */
interface Examples {
  readonly requests?: Readonly<Record<string, unknown>>
  /** By status. */
  readonly answers?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/**
 * The requests and answers of a real server, which `test/openapi-examples.test.ts` records: `pnpm vitest run
 * packages/http/test/openapi-examples.test.ts -u`.
 */
const RECORDED: Readonly<Record<string, Examples>> = recorded

export function examplesOf(operationId: string): Examples {
  return RECORDED[operationId] ?? {}
}
