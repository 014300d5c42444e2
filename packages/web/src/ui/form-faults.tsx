import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useLayoutEffect,
  useState,
} from 'react'
import { type Fault, readFaults, removePath } from '../api/faults.js'

interface Context {
  readonly faults: readonly Fault[]
  /** The keys of the faults that a field shows. */
  readonly shown: ReadonlySet<string>
  /** Marks faults as shown by a field. Returns a function that removes the marks. */
  readonly show: (keys: readonly string[]) => () => void
}

const FaultsContext = createContext<Context>({ faults: [], shown: new Set(), show: () => () => undefined })

/**
 * Passes the faults of a form to its fields. Each field with a `path` shows the faults of its value. `Failure` shows
 * the faults that no field shows.
 */
function FormFaults({ faults, children }: { readonly faults: readonly Fault[]; readonly children: ReactNode }) {
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())
  const show = useCallback((keys: readonly string[]) => {
    setShown((before) => new Set([...before, ...keys]))
    return () => setShown((before) => new Set([...before].filter((key) => !keys.includes(key))))
  }, [])
  return <FaultsContext value={{ faults, shown, show }}>{children}</FaultsContext>
}

interface SentFormProps extends ComponentProps<'form'> {
  /** Sends the content of the form to the server, which validates it. */
  readonly sending: { readonly error: Error | null; readonly mutate: () => void }
  /** Faults that were found before the form is sent. */
  readonly faults?: readonly Fault[]
}

/** A form whose fields show its faults, and those for which the server refused its content. */
export function SentForm({ sending, faults = [], ...form }: SentFormProps) {
  return (
    <FormFaults faults={[...faults, ...readFaults(sending.error)]}>
      <form
        {...form}
        onSubmit={(event) => {
          event.preventDefault()
          sending.mutate()
        }}
      />
    </FormFaults>
  )
}

/**
 * Returns the faults at a path. The caller must show them, because `Failure` then leaves them out.
 *
 * @param extent `within` = also the faults of parts of the value, such as `from[1]` for the path `from`
 */
export function useFaults(path: string | undefined, extent: 'exact' | 'within' = 'within'): readonly Fault[] {
  const { faults, show } = useContext(FaultsContext)
  const found = faults.filter((fault) => fault.path === path || (extent === 'within' && isWithin(fault.path, path)))
  const keys = found.map(identifyFault).join('\n')
  useLayoutEffect(() => (keys === '' ? undefined : show(keys.split('\n'))), [keys, show])
  return found
}

/** Returns the messages of the faults of a value, as a field shows them; `undefined` = there are none. */
export function useFaultText(path: string | undefined, extent?: 'exact' | 'within'): string | undefined {
  const texts = new Set(useFaults(path, extent).map(removePath))
  return texts.size === 0 ? undefined : [...texts].join('; ')
}

/** Returns a function that says whether a field shows a fault. */
export function useIsShown(): (fault: Fault) => boolean {
  const { shown } = useContext(FaultsContext)
  return (fault) => shown.has(identifyFault(fault))
}

function isWithin(path: string, whole: string | undefined): boolean {
  return path.startsWith(`${whole}.`) || path.startsWith(`${whole}[`)
}

/** Returns a key that is the same for equal faults. */
function identifyFault({ path, message }: Fault): string {
  return JSON.stringify([path, message])
}
