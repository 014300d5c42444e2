import { OpsgraphError } from '@opsgraph/core'
import { compileAlertPolicies, readNewAlertPolicy } from '@opsgraph/core/pure'
import type { Ports } from '../ports.js'
import { follow } from './dotted-path.js'
import { isRefused, type RefusedFile, readJsonFile, refused } from './refused-file.js'

/** The alert policies of a file. */
export interface TriedPolicies {
  /** The active policies, compiled. */
  readonly active: ReturnType<typeof compileAlertPolicies>
  /** The names of the policies that are inactive, and therefore do not run. */
  readonly inactive: readonly string[]
}

/**
 * Reads alert policies: a body of POST /api/alert_policy, a list of such bodies, or an answer of GET /api/alert_policy
 * or GET /api/alert_policy/<id>.
 *
 * @param before bodies of policies that come before those of the file
 * @throws StartError if the file cannot be read
 */
export async function readPolicyFile(
  path: string,
  before: readonly object[],
  ports: Ports,
): Promise<TriedPolicies | RefusedFile> {
  const file = await readJsonFile(path, { mebibytes: 20, what: 'the policies are' }, ports)
  if (isRefused(file)) return file
  const { name, value } = file
  const sent = follow(value, 'policies').value ?? follow(value, 'policy').value ?? value
  try {
    return tryPolicies([...before, ...(Array.isArray(sent) ? sent : [sent])])
  } catch (error) {
    if (!(error instanceof OpsgraphError) || error.kind !== 'invalid') throw error
    return refused(name, { code: 400, message: error.message })
  }
}

/**
 * Compiles policies from bodies of POST /api/alert_policy. Policies with the same `order` and without a `createTime`
 * run in the order of the list.
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export function tryPolicies(bodies: readonly unknown[]): TriedPolicies {
  const policies = bodies.map((body, index) => {
    const createTime = follow(body, 'createTime').value
    return {
      ...readNewAlertPolicy(body),
      id: String(index).padStart(10, '0'),
      createTime: typeof createTime === 'string' ? createTime : '',
      updateTime: '',
    }
  })
  return {
    active: compileAlertPolicies(policies.filter(({ status }) => status === 'active')),
    inactive: policies.filter(({ status }) => status === 'inactive').map(({ name }) => name),
  }
}
