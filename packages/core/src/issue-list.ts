import type { Issue } from './issue.js'
import { LIMITS } from './limits.js'
import { OpsgraphError } from './opsgraph-error.js'

/** Collects the issues of one input, up to a limit. Further issues are dropped. */
export class IssueList<Code extends string> {
  readonly #issues: Issue<Code>[] = []
  readonly #limit: number

  constructor(limit: number = LIMITS.issues) {
    this.#limit = limit
  }

  get list(): readonly Issue<Code>[] {
    return this.#issues
  }

  get isEmpty(): boolean {
    return this.#issues.length === 0
  }

  get isFull(): boolean {
    return this.#issues.length >= this.#limit
  }

  add(code: Code, path: string, message: string): void {
    this.push({ code, path, message })
  }

  push(issue: Issue<Code>): void {
    if (!this.isFull) this.#issues.push(issue)
  }

  /** @param prefix what comes before the path of each issue */
  pushAll(issues: readonly Issue<Code>[], prefix = ''): void {
    for (const issue of issues) this.push({ ...issue, path: `${prefix}${issue.path}` })
  }

  /** Runs `work`. If `work` throws an OpsgraphError, adds its message as an issue. Other errors are thrown again. */
  catching<T>(code: Code, path: string, work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof OpsgraphError)) throw error
      this.add(code, path, error.message)
      return undefined
    }
  }
}
