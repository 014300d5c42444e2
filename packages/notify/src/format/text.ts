/** Control characters, line and paragraph separators, and marks that change the direction of text. */
const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu
const INVISIBLE_EXCEPT_LINE_ENDS_PATTERN = /[^\P{Cc}\n]+|[\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu
const GRAPHEME_SEGMENTER = /* @__PURE__ */ new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Returns the text as one line without control characters, so that it can add neither a header nor a line. */
export function toOneLine(text: string): string {
  return text.replace(INVISIBLE_CHARACTERS, ' ').replace(/ {2,}/g, ' ').trim()
}

/** Returns the text with its line breaks, without other control characters. */
export function toVisibleLines(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(INVISIBLE_EXCEPT_LINE_ENDS_PATTERN, ' ').trim()
}

/**
 * Escapes a text, and cuts it to at most `length` UTF-16 units, never within a grapheme. A text that was cut ends with
 * `…`. The cost does not depend on the length of the text.
 */
export function truncateEscaped(
  text: string,
  length: number,
  escaped: (part: string) => string = unchangedText,
): string {
  const start = text.slice(0, length + 1)
  const whole = start.length <= length ? escaped(start) : undefined
  if (whole !== undefined && whole.length <= length) return whole
  let kept = ''
  for (const { segment } of GRAPHEME_SEGMENTER.segment(start)) {
    const part = escaped(segment)
    if (kept.length + part.length >= length) break
    kept += part
  }
  return `${kept}…`
}

/** Joins blocks of lines with an empty line between them. A block without text is left out. */
export function joinBlocks(blocks: readonly (readonly string[])[]): string {
  return blocks
    .map((lines) => lines.join('\n'))
    .filter((block) => block !== '')
    .join('\n\n')
}

function unchangedText(text: string): string {
  return text
}
