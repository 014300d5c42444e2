import type { JsonValue } from './json-value.js'

/** Parses the text of a file as JSON, or says why it is not JSON. */
export function parseJsonFile(text: string): { readonly value: unknown } | { readonly fault: string } {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { fault: `the file is not valid JSON: ${error instanceof Error ? error.message : ''}` }
  }
}

/** A part of the output that is not written yet: literal text, or a value to convert. */
type JsonTextPiece = string | { readonly value: JsonValue }

/**
 * Writes JSON like `JSON.stringify`, at any nesting depth. `JSON.stringify` itself overflows the stack after a few
 * thousand levels.
 */
export function jsonText(value: JsonValue): string {
  const written: string[] = []
  const pending: JsonTextPiece[] = [{ value }]
  for (let piece = pending.pop(); piece !== undefined; piece = pending.pop()) {
    if (typeof piece === 'string') written.push(piece)
    else if (typeof piece.value !== 'object' || piece.value === null) written.push(JSON.stringify(piece.value))
    else for (const part of splitContainer(piece.value).reverse()) pending.push(part)
  }
  return written.join('')
}

function splitContainer(container: Extract<JsonValue, object>): JsonTextPiece[] {
  if (isList(container)) return ['[', ...joinWithCommas(container.map((value) => [{ value }])), ']']
  const entries = Object.entries(container).map(([key, value]) => [`${JSON.stringify(key)}:`, { value }])
  return ['{', ...joinWithCommas(entries), '}']
}

function joinWithCommas(groups: readonly (readonly JsonTextPiece[])[]): JsonTextPiece[] {
  return groups.flatMap((group, index) => (index === 0 ? group : [',', ...group]))
}

function isList(value: Extract<JsonValue, object>): value is readonly JsonValue[] {
  return Array.isArray(value)
}
