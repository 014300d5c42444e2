/**
 * Converts a text so that two texts that differ only in case become equal. If text A contains text B, the converted A
 * contains the converted B. So a search that ignores case can compare converted texts exactly, and gives the same
 * result in every store.
 *
 * First lower case, then upper case: `ẞ`, `ß` and `ss` become `SS`, and `Σ`, `σ` and `ς` become `Σ`. Lower case alone
 * would convert `Σ` at the end of a word to `ς`. The result contains no U+0000, no unpaired surrogates and no U+FFFF,
 * so that databases can store it and U+FFFF can separate several texts.
 */
export function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toWellFormed().replace(NOT_KEPT, '\ufffd')
}

/** A text in which a search finds what one of `texts` contains, see {@link foldCase}. */
export function searchText(texts: readonly string[]): string {
  return texts.map(foldCase).join('\uffff')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: U+0000 is one of the characters to replace
const NOT_KEPT = /[\u0000\uffff]/g
