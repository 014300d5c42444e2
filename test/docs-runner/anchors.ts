/** Lists the anchors of a page: those of its headings, and explicit anchors (`<a id>`). */
export function listAnchors(text: string): readonly string[] {
  const headings = Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading = '']) => toAnchor(heading))
  return [...headings, ...Array.from(text.matchAll(/<a id="([^"]+)">/g), ([, id = '']) => id)]
}

/** Returns the anchor of a heading: lower case, with dashes between words. */
export function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')
}
