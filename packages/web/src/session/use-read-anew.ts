import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** What is shown was read with the key before: once the question for another is answered, all is read anew. */
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
