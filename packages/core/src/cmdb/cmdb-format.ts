export const CMDB_FORMATS = ['json', 'csv'] as const
export type CmdbFormat = (typeof CMDB_FORMATS)[number]

/** What is known of a file besides its text. */
export interface CmdbFileHints {
  /** Of an upload. */
  readonly fileName?: string | undefined
  readonly contentType?: string | undefined
}

/** Which format a file has, when nobody says it (rules.md#cmdb-request-3). */
export function cmdbFormatOf(text: string, { fileName = '', contentType = '' }: CmdbFileHints = {}): CmdbFormat {
  const [, extension] = /[.](json|csv)$/i.exec(fileName.trim()) ?? []
  if (extension !== undefined) return extension.toLowerCase() === 'csv' ? 'csv' : 'json'
  if (/^\s*text\/csv\s*(;|$)/i.test(contentType)) return 'csv'
  // JavaScript's white space includes the byte order mark.
  const start = /\S/.exec(text)?.[0]
  return start === '{' || start === '[' ? 'json' : 'csv'
}
