export const CMDB_FORMATS = ['json', 'csv'] as const
export type CmdbFormat = (typeof CMDB_FORMATS)[number]

/** Information about a file besides its text. */
export interface CmdbFileHints {
  /** The file name of an upload. */
  readonly fileName?: string | undefined
  readonly contentType?: string | undefined
}

/** Detects the format of a file if the caller does not name a format (rules.md#cmdb-request-3). */
export function cmdbFormatOf(text: string, { fileName = '', contentType = '' }: CmdbFileHints = {}): CmdbFormat {
  const [, extension] = /[.](json|csv)$/i.exec(fileName.trim()) ?? []
  if (extension !== undefined) return extension.toLowerCase() === 'csv' ? 'csv' : 'json'
  if (/^\s*text\/csv\s*(;|$)/i.test(contentType)) return 'csv'
  // `\S` also skips a byte order mark, because JavaScript counts the byte order mark as white space.
  const start = /\S/.exec(text)?.[0]
  return start === '{' || start === '[' ? 'json' : 'csv'
}
