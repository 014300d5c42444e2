import { OpsgraphError } from '@opsgraph/core/store'

/**
 * The values of libpq's `target_session_attrs` that opsgraph accepts. The other values ask for a server that refuses
 * writes, but opsgraph must write.
 */
const TARGET_SESSIONS = ['any', 'read-write', 'primary'] as const

type TargetSession = (typeof TARGET_SESSIONS)[number]

/** The servers that a connection string names. */
export interface DatabaseServers {
  /** One connection string for each host, in the order in which they are tried. */
  readonly urls: readonly string[]
  readonly target: TargetSession
}

/** Whether the sessions on a server can write. */
export interface ServerState {
  readonly isStandby: boolean
  readonly isReadOnly: boolean
}

/**
 * Reads a connection string with several hosts, which libpq supports, such as
 * `postgres://user:password@host1:5432,host2:5433/database?target_session_attrs=read-write`. The driver `pg` does not
 * support this form: `pg` accepts one host and ignores `target_session_attrs`.
 *
 * @throws OpsgraphError `invalid`; the message does not repeat the password
 */
export function readServers(connectionString: string): DatabaseServers {
  const [scheme] = /^postgres(?:ql)?:\/\//i.exec(connectionString) ?? []
  if (scheme === undefined) return { urls: [connectionString], target: 'any' }
  const rest = connectionString.slice(scheme.length)
  const [authority = ''] = rest.split(/[/?#]/, 1)
  const hostsAt = authority.lastIndexOf('@') + 1
  const hosts = authority.slice(hostsAt).split(',')
  const urls = hosts.map((host) => scheme + rest.slice(0, hostsAt) + host + rest.slice(authority.length))
  if (!urls.every(isUrl) || (hosts.length > 1 && hosts.includes(''))) {
    throw new OpsgraphError(
      'invalid',
      'must look like postgres://user:password@host:5432/database, or name several hosts as in host1:5432,host2:5432; ' +
        'escape special characters of the password (@ is %40)',
    )
  }
  return { urls, target: readTarget(rest) }
}

/** @throws Error if the server does not match the target */
export function requireTarget(target: TargetSession, { isStandby, isReadOnly }: ServerState): void {
  if (target === 'any') return
  if (isStandby) throw new Error(`it is a standby, and target_session_attrs is ${target}`)
  if (isReadOnly && target === 'read-write')
    throw new Error('its sessions are read-only, and target_session_attrs is read-write')
}

/**
 * Whether a text is a URL. A URL with a user but without a host is accepted: like libpq, `pg` accepts it if its
 * parameters name the host.
 */
function isUrl(text: string): boolean {
  return URL.canParse(text.replace('@/', '@host/'))
}

function readTarget(rest: string): TargetSession {
  const [, query = ''] = /\?([^#]*)/.exec(rest) ?? []
  const given = new URLSearchParams(query).getAll('target_session_attrs').at(-1) ?? 'any'
  const target = TARGET_SESSIONS.find((candidate) => candidate === given)
  if (target !== undefined) return target
  const excerpt = JSON.stringify(given.slice(0, 100))
  throw new OpsgraphError(
    'invalid',
    `target_session_attrs must be one of ${TARGET_SESSIONS.join(', ')}, not ${excerpt}, because opsgraph writes to its database`,
  )
}
