import { locatedIn } from './issue-text.js'
import type { LocatedIssue } from './locate-issues.js'
import { findSharedNames } from './shared-names.js'
import type { TopologyInput } from './topology-input.js'

/** A file with its errors and warnings. */
export interface ValidatedFile {
  readonly input: TopologyInput
  readonly errors: readonly LocatedIssue[]
  readonly warnings: readonly LocatedIssue[]
}

/** Validates each file, and compares all files with each other. */
export function validateInputs(inputs: readonly TopologyInput[]): readonly ValidatedFile[] {
  const shared = findSharedNames(inputs)
  return inputs.map((input) => ({
    input,
    errors: locatedIn(input, input.file.issues),
    warnings: locatedIn(input, shared.get(input) ?? []),
  }))
}

export function isValid({ errors }: ValidatedFile): boolean {
  return errors.length === 0
}
