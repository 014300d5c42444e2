import { columnMapText, type readCmdbColumns } from '@opsgraph/core/pure'

/** A column of the chosen file. */
export type FileColumn = Awaited<ReturnType<typeof readCmdbColumns>>[number]

/** What each column stands for, by its name. A column that is ignored has the empty text. */
export type ColumnChoices = ReadonlyMap<string, string>

/** The field that every file needs. */
const REQUIRED_FIELD = 'resource'

/** Whether a file says by the names of its columns what is needed. */
export function isComplete(columns: readonly FileColumn[]): boolean {
  return columns.some(({ field }) => field === REQUIRED_FIELD)
}

/**
 * What columns stand for before the user chooses: what their names say. If these names say too little, also what they
 * probably mean.
 */
export function chooseInitially(columns: readonly FileColumn[]): ColumnChoices {
  const taken = new Set(columns.map(({ field }) => field))
  const isGuessed = !isComplete(columns)
  return new Map(
    columns.map(({ name, field, meant, isMappable }) => {
      if (field !== '' || !isGuessed || !isMappable || taken.has(meant)) return [name, field]
      taken.add(meant)
      return [name, meant]
    }),
  )
}

/** Chooses what a column stands for. If another column has stood for the same, that column is ignored from now on. */
export function choose(choices: ColumnChoices, name: string, field: string): ColumnChoices {
  const others = Array.from(choices, ([other, before]): [string, string] => [other, before === field ? '' : before])
  return new Map([...others, [name, field]])
}

/** The option `map` of these choices. It names only columns that stand for something else than their names say. */
export function formatColumnMap(columns: readonly FileColumn[], choices: ColumnChoices): string {
  const chosen = columns.map(({ name, field }) => ({ name, field, to: choices.get(name) ?? field }))
  return columnMapText(new Map(chosen.flatMap(({ name, field, to }) => (to === field ? [] : [[name, to]])))) ?? ''
}
