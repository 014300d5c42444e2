import { inject } from 'vitest'

/** What takes seconds to make and serves every test of a run; `global-setup.ts` says what each is. */
export type OnceARun = 'postgres' | 'embedded' | 'console' | 'browser'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the process that started the tests is asked. */
    readonly onceARun: string
  }
}

/** Where it is; the first test of the run that asks has it made, and it is removed when the run ends. */
export async function madeOnce(name: OnceARun): Promise<string> {
  const answer = await fetch(`${inject('onceARun')}/${name}`)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${name} could not be made: ${text}`)
  return text
}
