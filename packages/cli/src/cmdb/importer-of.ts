import { StartError } from '../faults.js'
import type { Ports } from '../ports.js'
import { findInput } from '../read-input.js'
import type { Importer } from './answer.js'
import { LocalImporter } from './local-importer.js'
import { RemoteImporter, type Server } from './remote-importer.js'

/** The variable for what everybody on the machine could read in a flag. */
export const KEY_VARIABLE = 'OPSGRAPH_KEY'

export interface TargetFlags {
  readonly url?: string | undefined
  readonly key?: string | undefined
  /** A snapshot. */
  readonly state?: string | undefined
}

/** @throws StartError for flags that contradict one another, and for a snapshot that cannot be read */
export async function importerOf(flags: TargetFlags, ports: Ports): Promise<Importer> {
  if (flags.url !== undefined) {
    if (flags.state !== undefined) throw new StartError('--state and --url: plan on a snapshot, or on a server')
    return new RemoteImporter(serverOf(flags.url, flags.key, ports), ports.stop)
  }
  if (flags.key !== undefined) throw new StartError('--key needs --url: the server that the key is for')
  return await LocalImporter.on(flags.state === undefined ? undefined : await findInput(flags.state, ports))
}

/** @throws StartError when URL or key cannot be used; the key is never repeated */
export function serverOf(url: string, flag: string | undefined, { env }: Pick<Ports, 'env'>): Server {
  const shown = JSON.stringify(url.replace(/\/\/[^/]*@/, '//…@').slice(0, 100))
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed === undefined || !/^https?:\/\//i.test(url) || /[?#\s]/.test(url)) {
    throw new StartError(`--url must be a URL such as https://opsgraph.example.org, not ${shown}`)
  }
  if (parsed.username !== '' || parsed.password !== '') throw new StartError('--url must not hold a user or password')
  const key = flag ?? env[KEY_VARIABLE] ?? ''
  if (key === '') throw new StartError(`the server wants an API key: set ${KEY_VARIABLE} (or --key)`)
  if (!/^[\x21-\x7e]+$/.test(key)) throw new StartError('the API key may hold visible ASCII characters only')
  return { url: url.replace(/\/+$/, ''), key }
}
