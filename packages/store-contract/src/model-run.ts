import type { Store, StoreParts } from '@opsgraph/core/store'
import fc from 'fast-check'
import { expect } from 'vitest'
import { propertyRuns } from './property-runs.js'
import type { OpenedStore, StoreHarness } from './store-harness.js'

/** A model of the expected content of a store, made of plain maps. */
export interface Model<Self> {
  copy(): Self
  /** Expects that the stored rows match the model. `peek` reads the stored rows. */
  expectKept(peek: OpenedStore['peek']): Promise<void>
}

/** A step calls both the store and the model, and fails if their answers differ. */
export interface Step<M extends Model<M>> {
  /** The text that describes this step in a counterexample. */
  readonly title: string
  run(model: M, parts: StoreParts, mode: StepMode): Promise<void>
}

/** How a step calls the store. */
const STEP_MODES = ['alone', 'in a transaction', 'in a transaction that fails'] as const
export type StepMode = (typeof STEP_MODES)[number]

/** Runs any sequence of steps on a new store and a new model. Each step is run in one of the `STEP_MODES`. */
export async function runAgainstModel<M extends Model<M>>(
  harness: StoreHarness,
  steps: fc.Arbitrary<Step<M>>,
  newModel: () => M,
): Promise<void> {
  const modes = fc.oneof({ weight: 3, arbitrary: fc.constant<StepMode>('alone') }, fc.constantFrom(...STEP_MODES))
  const command = fc.tuple(steps, modes).map(([step, mode]) => new StepCommand(step, mode))
  await fc.assert(
    fc.asyncProperty(fc.commands([command], { maxCommands: 30 }), async (commands) => {
      const { store, peek } = await harness.open()
      const held = { model: newModel() }
      await fc.asyncModelRun(() => ({ model: held, real: store }), commands)
      await held.model.expectKept(peek)
    }),
    propertyRuns(harness, 60),
  )
}

class StepCommand<M extends Model<M>> implements fc.AsyncCommand<{ model: M }, Store> {
  readonly #step: Step<M>
  readonly #mode: StepMode

  constructor(step: Step<M>, mode: StepMode) {
    this.#step = step
    this.#mode = mode
  }

  check(): boolean {
    return true
  }

  async run(held: { model: M }, store: Store): Promise<void> {
    if (this.#mode === 'alone') await this.#step.run(held.model, store, 'alone')
    else if (this.#mode === 'in a transaction')
      held.model = await store.transaction((parts) => this.#apply(held.model, parts))
    else await expect(store.transaction((parts) => this.#fail(held.model, parts))).rejects.toBe(ROLLED_BACK)
  }

  toString(): string {
    return `${this.#step.title} ${this.#mode}`
  }

  /**
   * Runs the step on a copy of the model. A transaction may run its work more than once, and each run must start with
   * the same model.
   */
  async #apply(model: M, parts: StoreParts): Promise<M> {
    const copy = model.copy()
    await this.#step.run(copy, parts, this.#mode)
    return copy
  }

  async #fail(model: M, parts: StoreParts): Promise<never> {
    await this.#apply(model, parts)
    throw ROLLED_BACK
  }
}

const ROLLED_BACK = new Error('to be rolled back')
