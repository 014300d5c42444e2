import type { Command } from 'commander'
import { UsageError } from './faults.js'
import type { Environment } from './setting-reader.js'

/** The environment variable for the URL of the server. The flag `--url` overrides it. */
const URL_VARIABLE = 'OPSGRAPH_URL'
/**
 * The environment variable for the API key. A flag would be less safe, because other users of the machine can read
 * command lines.
 */
const KEY_VARIABLE = 'OPSGRAPH_KEY'

/** The default timeout in seconds. */
const DEFAULT_TIMEOUT_SECONDS = 30
/** The maximum timeout in seconds. The HTTP client of Node waits at most this long for an answer. */
const MAX_TIMEOUT_SECONDS = 300

/** The flags of a command that uses a running server. */
export interface ServerFlags {
  readonly url?: string | undefined
  readonly key?: string | undefined
  /** How many seconds the command waits while the server sends nothing and answers no other request. */
  readonly timeout?: string | undefined
}

/** The address and the credentials for a server (rules.md#command-line-9). */
export interface ServerAccess {
  /** The base URL of the server, without a trailing slash. */
  readonly url: string
  readonly key: string
  /** The timeout of {@link ServerFlags}, in milliseconds. */
  readonly timeout: number
}

/** Adds the flags that name the server. */
export function withServerOptions(command: Command, purpose = 'the server'): Command {
  return command
    .option('--url <url>', `${purpose} (${URL_VARIABLE})`)
    .option('--key <key>', `an API key of the server; prefer ${KEY_VARIABLE}, since other users can see flags`)
    .option(
      '--timeout <seconds>',
      `give up if the server shows no sign of life for this many seconds, 1 to ${MAX_TIMEOUT_SECONDS} (default ${DEFAULT_TIMEOUT_SECONDS})`,
    )
}

/** The URL of the server, from the flag or the environment; `undefined` if no server is named. */
export function serverUrl({ url }: ServerFlags, env: Environment): string | undefined {
  return url ?? (env[URL_VARIABLE] || undefined)
}

/** @throws UsageError if the URL, the key or the timeout is missing or not valid; the message never contains the key */
export function readServerAccess(flags: ServerFlags, env: Environment): ServerAccess {
  const url = serverUrl(flags, env)
  if (url === undefined) throw new UsageError(`no server is named: set --url, or ${URL_VARIABLE}`)
  requireUrl(url, flags.url === undefined ? URL_VARIABLE : '--url')
  const timeout = readTimeout(flags)
  const key = flags.key ?? env[KEY_VARIABLE] ?? ''
  if (key === '') throw new UsageError(`the server needs an API key: set ${KEY_VARIABLE} (or --key)`)
  if (!/^[\x21-\x7e]+$/.test(key)) throw new UsageError('the API key may hold visible ASCII characters only')
  return { url: url.replace(/\/+$/, ''), key, timeout }
}

function readTimeout({ timeout: text }: ServerFlags): number {
  if (text === undefined) return DEFAULT_TIMEOUT_SECONDS * 1_000
  const seconds = /^[0-9]+$/.test(text) ? Number(text) : Number.NaN
  if (seconds >= 1 && seconds <= MAX_TIMEOUT_SECONDS) return seconds * 1_000
  const given = JSON.stringify(text.slice(0, 100))
  throw new UsageError(`--timeout must be a whole number of seconds from 1 to ${MAX_TIMEOUT_SECONDS}, not ${given}`)
}

function requireUrl(url: string, origin: string): void {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed === undefined || !/^https?:\/\//i.test(url) || /[?#\s]/.test(url)) {
    const masked = JSON.stringify(url.replace(/\/\/[^/]*@/, '//…@').slice(0, 100))
    throw new UsageError(`${origin} must be a URL such as https://opsgraph.example.org, not ${masked}`)
  }
  if (parsed.username !== '' || parsed.password !== '')
    throw new UsageError(`${origin} must not hold a user or password`)
}
