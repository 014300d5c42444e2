const ENTITY_BY_CHARACTER: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * Escapes a text for the content and the attributes of XML elements. Call `visibleText` on the text first: XML forbids
 * some characters even if they are escaped.
 */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => ENTITY_BY_CHARACTER[mark] ?? mark)
}
