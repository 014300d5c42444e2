import type { RelationStore } from '../../port/relation-store.js'
import type { Direction, Walk, WalkAnswer, WalkQuestion } from '../../relation/walk.js'

/** Takes walks to their end, one in each environment: one look-up for each level, all environments together. */
export async function takeWalks(
  relations: RelationStore,
  direction: Direction,
  walks: ReadonlyMap<string, Walk>,
): Promise<void> {
  for (let questions = questionsOf(walks); questions.size > 0; questions = questionsOf(walks)) {
    const answers = await relations.neighbors(direction, questions)
    for (const environment of questions.keys()) walks.get(environment)?.advance(answers.get(environment) ?? NOTHING)
  }
}

function questionsOf(walks: ReadonlyMap<string, Walk>): ReadonlyMap<string, WalkQuestion> {
  const questions = new Map<string, WalkQuestion>()
  for (const [environment, { question }] of walks) if (question !== undefined) questions.set(environment, question)
  return questions
}

/**
 * Takes one walk to its end. A long question goes in several parts, all of them at once: a store that answers one after
 * the other then reads on while the answer before is looked at.
 */
export async function takeWalk(
  relations: RelationStore,
  direction: Direction,
  environment: string,
  walk: Walk,
): Promise<void> {
  for (let { question } = walk; question !== undefined; question = walk.question) {
    const answers = await Promise.all(
      partsOf(question).map((part) => relations.neighbors(direction, new Map([[environment, part]]))),
    )
    walk.advance(joined(answers.map((answer) => answer.get(environment) ?? NOTHING)))
  }
}

/** Resources asked for at once. */
const PART = 2_000

/** What ranks siblings takes longer to find than their names do: it comes last, and names are looked at meanwhile. */
function partsOf({ frontier, contested, known }: WalkQuestion): readonly WalkQuestion[] {
  if (frontier.length <= PART) return [{ frontier, contested, known }]
  const parts: WalkQuestion[] = []
  for (let start = 0; start < frontier.length; start += PART) {
    parts.push({ frontier: frontier.slice(start, start + PART), contested: [], known })
  }
  return contested.length === 0 ? parts : [...parts, { frontier: [], contested }]
}

function joined(answers: readonly WalkAnswer[]): WalkAnswer {
  const [first = NOTHING, ...others] = answers
  if (others.length === 0) return first
  const neighbors = new Map(answers.flatMap((answer) => [...answer.neighbors]))
  return { neighbors, precedences: answers.flatMap(({ precedences }) => precedences) }
}

const NOTHING: WalkAnswer = { neighbors: new Map(), precedences: [] }
