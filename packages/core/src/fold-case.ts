/**
 * Converts a text so that texts that differ only in case become equal. If text A contains text B, the converted A
 * contains the converted B. So a search that ignores case can compare converted texts exactly, and finds the same in
 * every store.
 *
 * The function converts to lower case first, then to upper case: `ẞ`, `ß` and `ss` become `SS`, and `Σ`, `σ` and `ς`
 * become `Σ`. Lower case alone would convert `Σ` at the end of a word to `ς`. The result contains no U+0000, no
 * unpaired surrogates and no U+FFFF, so that databases can store it and U+FFFF can separate several texts.
 */
export function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toWellFormed().replace(UNSTORABLE_CHARACTERS, '\ufffd')
}

/**
 * Joins `texts` into one text for searches. It contains a query that {@link foldCase} has converted if one of `texts`
 * contains the query in any case.
 */
export function searchText(texts: readonly string[]): string {
  return texts.map(foldCase).join('\uffff')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: U+0000 is one of the characters to replace
const UNSTORABLE_CHARACTERS = /[\u0000\uffff]/g
