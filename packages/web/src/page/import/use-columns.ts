import { LIMITS, readCmdbColumns } from '@opsgraph/core/pure'
import { useEffect, useState } from 'react'
import type { CmdbOptions } from '../../api/import.js'
import { type ColumnChoices, choose, chooseInitially, type FileColumn, formatColumnMap } from './column-choices.js'

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
