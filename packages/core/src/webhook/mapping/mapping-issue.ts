import type { Issue } from '../../issue.js'

/** The faults of a configured mapping. */
export const MAPPING_CODES = [
  'invalidMapping',
  'invalidDefault',
  'invalidArrayPath',
  'unknownField',
  'tooMany',
] as const
export type MappingCode = (typeof MAPPING_CODES)[number]
export type MappingIssue = Issue<MappingCode>

/** The issue at a path, which also begins the message. */
export function mappingIssue(code: MappingCode, path: string, what: string): MappingIssue {
  return { code, path, message: `${path} ${what}` }
}
