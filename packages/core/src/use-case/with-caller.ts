import { type Caller, requireScope } from '../access/caller.js'
import type { Scope } from '../access/scope.js'
import type { Dependencies } from './dependencies.js'

/** A use-case and the scope that its caller must hold; `null` = it needs no caller. */
export interface Guarded<Needed extends Scope | null, Call> {
  readonly scope: Needed
  readonly bind: (dependencies: Dependencies) => Call
}

type ActingUseCase = (dependencies: Dependencies, caller: Caller, ...input: never[]) => Promise<unknown>
type UseCase = (dependencies: Dependencies, ...input: never[]) => Promise<unknown>
type Named<Kind> = Readonly<Record<string, Kind>>

type Bound<Run> = Run extends (dependencies: Dependencies, ...input: infer Input) => infer Result
  ? (...input: Input) => Result
  : never
type BoundWithCaller<Run> = Run extends (dependencies: Dependencies, ...input: infer Input) => infer Result
  ? (caller: Caller, ...input: Input) => Result
  : never

/** Guards use-cases that depend on the caller: they take it as an argument after their dependencies. */
export function withCaller<Needed extends Scope, UseCases extends Named<ActingUseCase>>(
  scope: Needed,
  useCases: UseCases,
): { readonly [Name in keyof UseCases]: Guarded<Needed, Bound<UseCases[Name]>> } {
  return guardEach(useCases, scope, (run, dependencies) => async (caller: Caller, ...input: never[]) => {
    requireScope(caller, scope)
    return await run(dependencies, caller, ...input)
  })
}

/** Guards use-cases that do not depend on the caller. Once bound, they take the caller only for the scope check. */
export function withoutCaller<Needed extends Scope, UseCases extends Named<UseCase>>(
  scope: Needed,
  useCases: UseCases,
): { readonly [Name in keyof UseCases]: Guarded<Needed, BoundWithCaller<UseCases[Name]>> } {
  return guardEach(useCases, scope, (run, dependencies) => async (caller: Caller, ...input: never[]) => {
    requireScope(caller, scope)
    return await run(dependencies, ...input)
  })
}

/** Use-cases that need neither a caller nor a scope. */
export function open<UseCases extends Named<UseCase>>(
  useCases: UseCases,
): { readonly [Name in keyof UseCases]: Guarded<null, Bound<UseCases[Name]>> } {
  return guardEach(
    useCases,
    null,
    (run, dependencies) =>
      (...input: never[]) =>
        run(dependencies, ...input),
  )
}

function guardEach<Run, Guards>(
  useCases: Named<Run>,
  scope: Scope | null,
  bind: (run: Run, dependencies: Dependencies) => unknown,
): Guards {
  const guards = Object.entries(useCases).map(([name, run]) => [
    name,
    { scope, bind: (dependencies: Dependencies) => bind(run, dependencies) },
  ])
  return Object.fromEntries(guards) as Guards
}
