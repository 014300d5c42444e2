import type { RelationStore } from '../../port/relation-store.js'
import { type Direction, NOTHING_FOUND, type Walk, type WalkQuestion } from '../../relation/walk.js'

/** Takes walks to their end, one in each environment: one look-up for each level, all environments together. */
export async function takeWalks(
  relations: RelationStore,
  direction: Direction,
  walks: ReadonlyMap<string, Walk>,
): Promise<void> {
  for (let questions = questionsOf(walks); questions.size > 0; questions = questionsOf(walks)) {
    const answers = await relations.neighbors(direction, questions)
    for (const environment of questions.keys())
      walks.get(environment)?.advance(answers.get(environment) ?? NOTHING_FOUND)
  }
}

function questionsOf(walks: ReadonlyMap<string, Walk>): ReadonlyMap<string, WalkQuestion> {
  const questions = new Map<string, WalkQuestion>()
  for (const [environment, { question }] of walks) if (question !== undefined) questions.set(environment, question)
  return questions
}
