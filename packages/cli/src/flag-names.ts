/** The parameters of the HTTP API that messages name, and that commands take as flags. */
const PARAMETERS = [
  'encoding',
  'failedAt',
  'maxRemovals',
  'minHealthy',
  'removeStaleAfter',
  'skipInvalid',
  'stale',
  'staleAfter',
  'withAlerts',
] as const

/** Converts the name of a parameter to the name of its flag, without `--`: `maxRemovals` becomes `max-removals`. */
export function flagName(parameter: string): string {
  return parameter.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

const CAMEL_CASE = PARAMETERS.filter((name) => flagName(name) !== name)
/** Matches `staleAfter`, `stale=true` and the beginning of `encoding=utf-8`. */
const NAMED = new RegExp(`\\b(?:(${PARAMETERS.join('|')})=(?:(?:true|1)\\b)?|(${CAMEL_CASE.join('|')})\\b)`, 'g')

/**
 * Replaces the parameters of the HTTP API in a message of core or a server by the flags of the command line. The user
 * of a command does not know the API: `staleAfter needs stale=true` becomes `--stale-after needs --stale`.
 */
export function withFlagNames(message: string): string {
  return message.replaceAll(NAMED, (named: string, assigned?: string, alone?: string) => {
    const flag = `--${flagName(assigned ?? alone ?? '')}`
    return named.endsWith('=') ? `${flag} ` : flag
  })
}
