/**
 * Replaces `@types/papaparse` while the compiler checks that `@opsgraph/core/pure` can run in browsers.
 * `@types/papaparse` also declares the globals of Node, so the compiler would not find code that uses these globals.
 */
declare namespace Papa {
  interface ParseError {
    readonly code: string
  }
  interface Result<Row> {
    readonly data: Row
    readonly errors: readonly ParseError[]
  }
  interface Options<Row> {
    readonly delimiter: string
    readonly newline: '\n' | '\r'
    readonly step: (result: Result<Row>, parser: Parser) => void
  }
  interface Parser {
    abort(): void
    pause(): void
    resume(): void
  }
  function parse<Row>(text: string, options: Options<Row>): void
}
export = Papa
