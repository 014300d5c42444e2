import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/**
 * For dialogs that ask for another API key. When the dialog closes, invalidates all cached answers, because they were
 * read with the previous key.
 */
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
