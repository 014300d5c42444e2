/** A syntax error in a JSON text, with its line and column. */
export interface JsonFault {
  readonly message: string
  /** The line and the column are counted from 1; both are `undefined` if the browser does not report them. */
  readonly line: number | undefined
  readonly column: number | undefined
}

/** Parses a JSON text. Returns its value, or the syntax error. */
export function readJson(text: string): { readonly value: unknown } | { readonly fault: JsonFault } {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { fault: locateFault(error instanceof Error ? error.message : String(error), text) }
  }
}

/**
 * Reads the place of a syntax error from the message of the JavaScript engine. Depending on the engine, the message
 * contains `line 3 column 5`, `at position 17`, or neither if the text ends too early.
 */
function locateFault(report: string, text: string): JsonFault {
  const message = report.replace(/^JSON\.parse: /, '').replace(/,? (?:in JSON )?at (?:position|line) .*$/, '')
  const [, line, column] = /line (\d{1,9}) column (\d{1,9})/.exec(report) ?? []
  if (line !== undefined) return { message, line: Number(line), column: Number(column) }
  const [, position] = /position (\d{1,9})/.exec(report) ?? []
  if (position === undefined && !/end of/i.test(report)) return { message, line: undefined, column: undefined }
  const lines = (position === undefined ? text.trimEnd() : text.slice(0, Number(position))).split('\n')
  return { message, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}
