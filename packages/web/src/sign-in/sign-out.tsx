import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { session } from '../session/session.js'

/** Signs out. Signing out is a route, so that a page with unsaved changes can ask the user first. */
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
