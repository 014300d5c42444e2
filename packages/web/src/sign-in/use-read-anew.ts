import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/**
 * A hook for dialogs that ask for another API key. When the dialog closes, the hook removes the cached answers that no
 * component uses, and requests the other answers again. All of them were read with the previous key.
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
