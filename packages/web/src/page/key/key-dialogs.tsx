import { useState } from 'react'
import { type ApiKey, changeKey, createKey, type NewApiKey } from '../../api/keys.js'
import { buildBody, createDraft, selectChanges } from '../../api/noun-draft.js'
import { API_KEY } from '../../api/nouns.js'
import { FormDialog, ShownOnce } from '../../ui/dialog.js'
import { SelectField, TextField, toOptions } from '../../ui/field.js'
import shared from '../../ui/shared.module.css'
import { useDraft } from '../../ui/use-draft.js'
import { ACTION_CHOICES, AREA_CHOICES, listScopes, readScopeChoices } from './chosen-scopes.js'
import styles from './key.module.css'

/** When a key expires: after a number of days, never, or when the stored key does (`unchanged`). */
type Expiry = 'unchanged' | '7' | '30' | '90' | '365' | 'never'

/** A dialog that creates an API key. It shows the secret of the key once. */
export function NewKey({ onClose }: { readonly onClose: () => void }) {
  const { draft, change, field, body } = useDraft(() => createKeyDraft(undefined, '90'), buildKey)
  const [secret, setSecret] = useState<string>()
  if (secret !== undefined) return <CreatedKey secret={secret} onClose={onClose} />
  return (
    <FormDialog
      title="New API key"
      action="Create the key"
      canSubmit={body.scopes.length > 0}
      // The days until the key expires count from now, not from the moment at which the form was shown.
      send={() => createKey(buildKey(draft))}
      queryKey={['keys']}
      onSent={setSecret}
      failed="No key was created"
      onClose={onClose}
    >
      <TextField label="Purpose" placeholder="Alertmanager in Frankfurt" {...field('text')} />
      <TextField
        label="User"
        hint="If empty: yourself. A key for another user needs the scope admin."
        {...field('user')}
      />
      <ScopesAndExpiry draft={draft} onChange={change} />
    </FormDialog>
  )
}

function CreatedKey(props: { readonly secret: string; readonly onClose: () => void }) {
  return (
    <ShownOnce title="The new API key" noun="key" what="the API key" {...props}>
      <p>
        Send it in the header <code>Authorization: Key …</code>
      </p>
    </ShownOnce>
  )
}

interface EditKeyProps {
  readonly apiKey: ApiKey
  readonly onClose: () => void
}

/**
 * A dialog that changes the text, the scopes and the expiry of a key. The dialog cannot change the secret or the user
 * of the key. It sends only the fields that were changed.
 */
export function EditKey({ apiKey, onClose }: EditKeyProps) {
  const { draft, change, field, body, changes, isChanged } = useDraft(
    () => createKeyDraft(apiKey, 'unchanged'),
    buildKey,
  )
  const { user, expireTime } = apiKey
  const currentExpiry = expireTime === null ? 'never' : new Date(expireTime).toLocaleDateString()
  return (
    <FormDialog
      title="Edit the API key"
      action="Save the key"
      canSubmit={isChanged}
      send={() => changeKey(apiKey.id, { ...changes, ...selectChanges(buildKey(draft), body) })}
      queryKey={['keys']}
      failed="Nothing was changed"
      onClose={onClose}
    >
      <p className={shared.muted}>
        The new scopes apply at once to everything that uses this key. Its secret and its user {user} stay the same.
      </p>
      <TextField label="Purpose" {...field('text')} />
      <ScopesAndExpiry draft={draft} onChange={change} currentExpiry={currentExpiry} />
    </FormDialog>
  )
}

const EXPIRIES: readonly { readonly value: Expiry; readonly label: string }[] = [
  { value: '7', label: 'in 7 days' },
  { value: '30', label: 'in 30 days' },
  { value: '90', label: 'in 90 days' },
  { value: '365', label: 'in a year' },
  { value: 'never', label: 'never' },
]

interface ScopesAndExpiryProps {
  readonly draft: KeyDraft
  readonly onChange: (changed: Partial<KeyDraft>) => void
  /** When the stored key expires; missing for a new key. */
  readonly currentExpiry?: string
}

/** Lets the user choose the scopes of a key, area by area, and when it expires. */
function ScopesAndExpiry({ draft: { chosen, expiry }, onChange, currentExpiry }: ScopesAndExpiryProps) {
  const kept =
    currentExpiry === undefined ? [] : [{ value: 'unchanged' as const, label: `unchanged: ${currentExpiry}` }]
  return (
    <>
      <fieldset className={styles.picker}>
        <legend>Scopes</legend>
        <p className={shared.muted}>
          write includes read; admin includes both. You can give a key only scopes that you have.
        </p>
        {AREA_CHOICES.map(({ area, label, about }) => (
          <SelectField
            key={area}
            label={label}
            hint={about}
            value={chosen[area] ?? 'nothing'}
            options={toOptions(ACTION_CHOICES)}
            onValueChange={(action) =>
              onChange({ chosen: { ...chosen, [area]: action === 'nothing' ? undefined : action } })
            }
          />
        ))}
      </fieldset>
      <SelectField
        label="Expires"
        value={expiry}
        options={[...kept, ...EXPIRIES]}
        onValueChange={(next) => onChange({ expiry: next })}
        hint={`After this time the server refuses the key.${currentExpiry === undefined ? '' : ' Days count from now.'}`}
        path="expireTime"
      />
    </>
  )
}

type KeyDraft = ReturnType<typeof createKeyDraft>

/** @param stored `undefined` for a new key */
function createKeyDraft(stored: ApiKey | undefined, expiry: Expiry) {
  return { ...createDraft(API_KEY, stored), chosen: readScopeChoices(stored?.scopes ?? []), expiry }
}

const DAY = 86_400_000

/** Returns the request for a key that has the chosen scopes and expires the chosen number of days from now. */
function buildKey({ chosen, expiry, ...draft }: KeyDraft): NewApiKey {
  const body = { ...buildBody(API_KEY, draft), scopes: listScopes(chosen) }
  if (expiry === 'unchanged') return body
  const expireTime = expiry === 'never' ? null : new Date(Date.now() + Number(expiry) * DAY).toISOString()
  return { ...body, expireTime }
}
