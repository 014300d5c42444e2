import { inject } from 'vitest'

/** Resources that all tests share, because creating them takes seconds. `global-setup.ts` describes them. */
export type OnceARun = 'postgres' | 'programs' | 'embedded' | 'console' | 'browser'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL at which the process that started the tests serves the resources. */
    readonly onceARun: string
  }
}

/**
 * Returns the location of a resource. The resource is created for the first test that needs it, and removed at the end
 * of the run.
 */
export async function madeOnce(name: OnceARun): Promise<string> {
  const answer = await fetch(`${inject('onceARun')}/${name}`)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${name} could not be made: ${text}`)
  return text
}
