/** Whether a text is an absolute URL with one of the given protocols, such as `https:`. */
export function isUrl(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol) && /^[a-z]+:\/\//i.test(text)
}
