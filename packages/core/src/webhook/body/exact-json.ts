import { isExactJson, isJson, type JsonValue } from '../../json-value.js'
import { jsonPieces } from './json-pieces.js'

/**
 * Parses JSON. An integer beyond 2^53, which a number cannot hold exactly, becomes the text of its digits
 * (rules.md#payload-formats).
 *
 * @returns `undefined` if the value does not satisfy `isJson`
 * @throws SyntaxError if the text is not JSON
 */
export function parseExactly(text: string): JsonValue | undefined {
  const parsed: unknown = JSON.parse(text)
  // Only a text that may have such an integer is parsed twice, because most texts have none.
  if (isExactJson(parsed)) return parsed
  const exact: unknown = JSON.parse(quoteLongIntegers(text))
  return isJson(exact) ? exact : undefined
}

/** Puts quotes around the long integers in a text that is valid JSON. */
function quoteLongIntegers(text: string): string {
  const quoted: string[] = []
  for (const piece of jsonPieces(text)) {
    quoted.push(piece.kind === 'string' ? piece.text : piece.text.replace(NUMBER, withQuotes))
  }
  return quoted.join('')
}

const NUMBER = /-?[0-9][0-9.eE+-]*/g
const INTEGER = /^-?[0-9]+$/

function withQuotes(number: string): string {
  return INTEGER.test(number) && !Number.isSafeInteger(Number(number)) ? `"${number}"` : number
}
