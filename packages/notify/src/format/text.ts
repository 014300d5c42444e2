/** What is not shown as a character: control characters, separators of lines, and marks that turn the direction of text. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu
const INVISIBLE_IN_LINES = /[^\P{Cc}\n]+|[\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu
const GRAPHEMES = /* @__PURE__ */ new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The text in one line, without control characters: it can neither start a header nor look like a line of the message. */
export function oneLine(text: string): string {
  return text.replace(INVISIBLE, ' ').replace(/ {2,}/g, ' ').trim()
}

/** The text with its line breaks, without other control characters. */
export function someLines(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(INVISIBLE_IN_LINES, ' ').trim()
}

/**
 * Escapes a text, and cuts it between two characters as readers see them, so that at most `length` UTF-16 units remain.
 * What is cut ends with `…`. The cost does not depend on the length of the text.
 */
export function cut(text: string, length: number, escaped: (part: string) => string = asIs): string {
  const start = text.slice(0, length + 1)
  const whole = start.length <= length ? escaped(start) : undefined
  if (whole !== undefined && whole.length <= length) return whole
  let kept = ''
  for (const { segment } of GRAPHEMES.segment(start)) {
    const part = escaped(segment)
    if (kept.length + part.length >= length) break
    kept += part
  }
  return `${kept}…`
}

function asIs(text: string): string {
  return text
}
