import type { Issue } from '../../issue.js'

/** The codes for faults in the configuration of a mapping. */
export const MAPPING_CODES = [
  'invalidMapping',
  'invalidDefault',
  'invalidArrayPath',
  'invalidBase64Field',
  'invalidJsonField',
  'unknownField',
  'tooMany',
] as const
export type MappingCode = (typeof MAPPING_CODES)[number]
export type MappingIssue = Issue<MappingCode>

/** Creates an issue. Its message begins with the path. */
export function mappingIssue(code: MappingCode, path: string, what: string): MappingIssue {
  return { code, path, message: `${path} ${what}` }
}
