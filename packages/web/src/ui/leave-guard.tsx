import { useEffect } from 'react'
import { useBlocker, useNavigate } from 'react-router'
import { Button } from './button.js'
import { Dialog } from './dialog.js'

interface LeaveGuardProps {
  readonly isUnsaved: boolean
  /** Whether the part of the address behind the `?` says which page it is, too. */
  readonly isOfSearch?: boolean
  /** What is asked, and what the answers are called; by default about unsaved changes. */
  readonly words?: LeaveWords
}

export interface LeaveWords {
  readonly title: string
  /** What would come of it. */
  readonly text: string
  readonly leave: string
  readonly stay: string
}

const UNSAVED: LeaveWords = {
  title: 'Leave without saving?',
  text: 'What you changed since the last save would be lost.',
  leave: 'Leave without saving',
  stay: 'Go on editing',
}

/** Asks before something is left behind that would be lost: by a link, by the browser's buttons, or with the tab. */
export function LeaveGuard({ isUnsaved, isOfSearch = false, words = UNSAVED }: LeaveGuardProps) {
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to }) => {
    return isUnsaved && (from.pathname !== to.pathname || (isOfSearch && from.search !== to.search))
  })
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
  const stay = () => blocker.reset?.()
  const isAsked = blocker.state === 'blocked'
  // Nothing would be lost any more: what came of it is on this page.
  useEffect(() => {
    if (isAsked && !isUnsaved) blocker.reset()
  }, [isAsked, isUnsaved, blocker])
  const actions = (
    <>
      <Button variant="danger" onClick={() => blocker.proceed?.()}>
        {words.leave}
      </Button>
      <Button variant="primary" onClick={stay}>
        {words.stay}
      </Button>
    </>
  )
  return (
    <Dialog title={words.title} isOpen={isAsked} onClose={stay} actions={actions}>
      <p>{words.text}</p>
    </Dialog>
  )
}

/** Leads to another page once all is done, when the guard of this page knows it too. */
export function useLeaveWhen(isDone: boolean, to: string): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (isDone) void navigate(to)
  }, [isDone, to, navigate])
}
