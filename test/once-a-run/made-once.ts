import { inject } from 'vitest'

/** Shared resources that take seconds to create; `global-setup.ts` describes them. */
export type OnceARun = 'postgres' | 'embedded' | 'console' | 'browser'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the process that started the tests. */
    readonly onceARun: string
  }
}

/** The location of a resource, which is created for the first test that needs it and removed at the end of the run. */
export async function madeOnce(name: OnceARun): Promise<string> {
  const answer = await fetch(`${inject('onceARun')}/${name}`)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${name} could not be made: ${text}`)
  return text
}
