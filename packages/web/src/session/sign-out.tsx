import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { session } from './session.js'

/** Where signing out leads: a page of its own, so that a page with unsaved changes asks before it is left for it. */
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
