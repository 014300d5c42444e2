import type { Issue } from '../../issue.js'

/** What can be wrong with a mapping as somebody configures it. */
export const MAPPING_CODES = [
  'invalidMapping',
  'invalidDefault',
  'invalidArrayPath',
  'unknownField',
  'tooMany',
] as const
export type MappingCode = (typeof MAPPING_CODES)[number]
export type MappingIssue = Issue<MappingCode>

/** The issue of a place whose path begins the message. */
export function mappingIssue(code: MappingCode, path: string, what: string): MappingIssue {
  return { code, path, message: `${path} ${what}` }
}
