import { OpsgraphError } from '@opsgraph/core'
import { ALERT_POLICY, compileAlertPolicies, scanJson } from '@opsgraph/core/pure'
import type { Ports } from '../ports.js'
import { findInput, readUpTo } from '../read-input.js'
import { follow } from './dotted-path.js'
import { readUtf8 } from './read-utf8.js'
import { type RefusedFile, refused } from './refused-file.js'

/** The alert policies of a file. */
export interface TriedPolicies {
  /** The active policies, compiled. */
  readonly active: ReturnType<typeof compileAlertPolicies>
  /** The names of the policies that are inactive, and therefore do not run. */
  readonly inactive: readonly string[]
}

/** Maximum size of the file in bytes. */
const LARGEST = 20 * 1_048_576

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
  const input = await findInput(path, ports)
  const bytes = await readUpTo(LARGEST, input)
  if (bytes.length > LARGEST) return refused(input.name, { code: 413, message: 'the policies are larger than 20 MiB' })
  const text = readUtf8(bytes, input.name)
  const fault = scanJson(text)
  if (fault !== undefined) {
    const message = text.trim() === '' ? 'the file is empty' : 'the file is not valid JSON'
    return refused(input.name, { code: 400, message }, [{ message, place: fault }])
  }
  const value: unknown = JSON.parse(text)
  const sent = follow(value, 'policies').value ?? follow(value, 'policy').value ?? value
  try {
    return tryPolicies([...before, ...(Array.isArray(sent) ? sent : [sent])])
  } catch (error) {
    if (!(error instanceof OpsgraphError) || error.kind !== 'invalid') throw error
    return refused(input.name, { code: 400, message: error.message })
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
      ...ALERT_POLICY.readNew(body),
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
