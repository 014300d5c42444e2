/** A syntax error in JSON and its position. */
export interface JsonFault {
  readonly message: string
  /** Counts from 1; `undefined` if the browser does not report it. */
  readonly line: number | undefined
  readonly column: number | undefined
}

/** Parses JSON. Returns the value, or the syntax error. */
export function readJson(text: string): { readonly value: unknown } | { readonly fault: JsonFault } {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { fault: faultOf(error instanceof Error ? error.message : String(error), text) }
  }
}

/**
 * JavaScript engines report the position in the message: `line 3 column 5`, `at position 17`, or nothing if the text
 * ends too early.
 */
function faultOf(report: string, text: string): JsonFault {
  const message = report.replace(/^JSON\.parse: /, '').replace(/,? (?:in JSON )?at (?:position|line) .*$/, '')
  const [, line, column] = /line (\d{1,9}) column (\d{1,9})/.exec(report) ?? []
  if (line !== undefined) return { message, line: Number(line), column: Number(column) }
  const [, position] = /position (\d{1,9})/.exec(report) ?? []
  if (position === undefined && !/end of/i.test(report)) return { message, line: undefined, column: undefined }
  const lines = (position === undefined ? text.trimEnd() : text.slice(0, Number(position))).split('\n')
  return { message, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}
