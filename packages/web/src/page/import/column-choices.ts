import { columnMapText, type readCmdbColumns } from '@opsgraph/core/pure'

/** A column of the chosen file. */
export type FileColumn = Awaited<ReturnType<typeof readCmdbColumns>>[number]

/** The field of a record that each column stands for, by the name of the column; `''` = the column is ignored. */
export type ColumnChoices = ReadonlyMap<string, string>

/** The field that every file must have. */
const REQUIRED_FIELD = 'resource'

/** Whether the file can be imported with the names of its columns alone: one of them names the required field. */
export function isComplete(columns: readonly FileColumn[]): boolean {
  return columns.some(({ field }) => field === REQUIRED_FIELD)
}

/**
 * Returns the initial choices: a column stands for the field that its name says. If no column names the required field,
 * a column whose name says no field stands for the field that its name probably means.
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

/**
 * Lets a column stand for a field. If another column stood for this field before, that column is ignored from now on.
 */
export function choose(choices: ColumnChoices, name: string, field: string): ColumnChoices {
  const others = Array.from(choices, ([other, before]): [string, string] => [other, before === field ? '' : before])
  return new Map([...others, [name, field]])
}

/**
 * Returns the option `map` for these choices. It contains only columns that stand for another field than their names
 * say.
 */
export function formatColumnMap(columns: readonly FileColumn[], choices: ColumnChoices): string {
  const chosen = columns.map(({ name, field }) => ({ name, field, to: choices.get(name) ?? field }))
  return columnMapText(new Map(chosen.flatMap(({ name, field, to }) => (to === field ? [] : [[name, to]])))) ?? ''
}
