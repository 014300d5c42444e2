import { columnMapText, LIMITS, readCmdbColumns } from '@opsgraph/core/pure'
import { useEffect, useState } from 'react'
import type { CmdbOptions } from '../../api/import.js'

interface Columns {
  readonly columns: readonly FileColumn[]
  readonly choices: ColumnChoices
}

const NO_COLUMNS: Columns = { columns: [], choices: new Map() }

/**
 * Reads the columns of the chosen file, and stores the user's choices for them. A new file begins with new choices.
 *
 * @param file `undefined` if no file is chosen
 */
export function useColumns(
  file: File | undefined,
  { format, encoding }: Required<Pick<CmdbOptions, 'encoding'>> & { readonly format: 'csv' | 'json' | '' },
) {
  const [state, setState] = useState(NO_COLUMNS)
  useEffect(() => {
    let isLeft = false
    setState(NO_COLUMNS)
    const read = async (chosen: File) => {
      const columns = await readColumns(chosen, { encoding, ...(format !== '' && { format }) })
      if (!isLeft) setState({ columns, choices: chooseInitially(columns) })
    }
    if (file !== undefined) void read(file)
    return () => {
      isLeft = true
    }
  }, [file, format, encoding])
  const { columns, choices } = state
  return {
    columns,
    choices,
    map: formatColumnMap(columns, choices),
    choose: (name: string, field: string) => setState({ columns, choices: choose(choices, name, field) }),
  }
}

/** Reads the columns of a file. Returns none if the file cannot be read; the plan then says why. */
async function readColumns(
  file: File,
  options: Pick<CmdbOptions, 'format' | 'encoding'>,
): Promise<readonly FileColumn[]> {
  const { name: fileName, size } = file
  if (size > LIMITS.cmdbBytes) return []
  try {
    return await readCmdbColumns(new Uint8Array(await file.arrayBuffer()), { ...options, fileName, size })
  } catch {
    return []
  }
}

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
