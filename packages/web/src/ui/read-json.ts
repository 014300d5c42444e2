/** Why a text is no JSON, and where. */
export interface JsonFault {
  readonly message: string
  /** From 1; `undefined` where the browser does not tell. */
  readonly line: number | undefined
  readonly column: number | undefined
}

/** The value of a text of JSON, or what is wrong with the text. */
export function readJson(text: string): { readonly value: unknown } | { readonly fault: JsonFault } {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { fault: faultOf(error instanceof Error ? error.message : String(error), text) }
  }
}

/** Engines tell the place in words: `line 3 column 5`, `at position 17`, or nothing when the text ends too early. */
function faultOf(told: string, text: string): JsonFault {
  const message = told.replace(/^JSON\.parse: /, '').replace(/,? (?:in JSON )?at (?:position|line) .*$/, '')
  const [, line, column] = /line (\d{1,9}) column (\d{1,9})/.exec(told) ?? []
  if (line !== undefined) return { message, line: Number(line), column: Number(column) }
  const [, position] = /position (\d{1,9})/.exec(told) ?? []
  if (position === undefined && !/end of/i.test(told)) return { message, line: undefined, column: undefined }
  const lines = (position === undefined ? text.trimEnd() : text.slice(0, Number(position))).split('\n')
  return { message, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}
