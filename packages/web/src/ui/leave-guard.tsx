import { useEffect } from 'react'
import { useBlocker, useNavigate } from 'react-router'
import { Button } from './button.js'
import { Dialog } from './dialog.js'

/** Asks before unsaved changes are left behind: by a link, by the browser's buttons, or with the tab. */
export function LeaveGuard({ isUnsaved }: { readonly isUnsaved: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
  const stay = () => blocker.reset?.()
  const actions = (
    <>
      <Button variant="danger" onClick={() => blocker.proceed?.()}>
        Leave without saving
      </Button>
      <Button variant="primary" onClick={stay}>
        Go on editing
      </Button>
    </>
  )
  return (
    <Dialog title="Leave without saving?" isOpen={blocker.state === 'blocked'} onClose={stay} actions={actions}>
      <p>What you changed since the last save would be lost.</p>
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
