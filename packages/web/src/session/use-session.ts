import { useSyncExternalStore } from 'react'
import { type Session, session } from './session.js'

export function useSession(): Session {
  return useSyncExternalStore(session.subscribe, session.current)
}
