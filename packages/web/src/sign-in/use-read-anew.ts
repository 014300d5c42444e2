import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Invalidates all answers when the dialog closes, because they were read with the previous key. */
export function useReadAnew(): void {
  const queries = useQueryClient()
  useEffect(
    () => () => {
      queries.removeQueries({ type: 'inactive' })
      void queries.invalidateQueries()
    },
    [queries],
  )
}
