import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { session } from '../session/session.js'

/**
 * Signs out. This is a component with its own route, because a page with unsaved changes can ask the user before the
 * router opens another route.
 */
export function SignOut() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  useEffect(() => {
    session.signOut()
    queries.clear()
    void navigate('/', { replace: true })
  }, [queries, navigate])
  return null
}
