import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { buildBody, createDraft } from '../../api/noun-draft.js'
import { SUBSCRIPTION } from '../../api/nouns.js'
import {
  changeSubscription,
  createSubscription,
  ownersQuery,
  type SentSubscription,
  type Subscription,
  serviceNamesQuery,
} from '../../api/subscriptions.js'
import { Checkbox, Choices } from '../../ui/checkbox.js'
import { SelectField, TextField, toLabelledOptions, toOptions } from '../../ui/field.js'
import { Page, Section } from '../../ui/page.js'
import { SavedForm } from '../../ui/saved-form.js'
import { OPEN_SEVERITIES } from '../../ui/severity.js'
import shared from '../../ui/shared.module.css'
import { useDebounced } from '../../ui/use-debounced.js'
import { useDraft } from '../../ui/use-draft.js'
import { FilterEditor } from '../policy/filter-editor.js'
import { readAlertFilter } from '../policy/sent-filter.js'
import { NamePicker } from './name-picker.js'
import { PreviewPanel } from './preview-panel.js'
import { SecretDialog } from './subscription-parts.js'
import { FORMATS, KINDS } from './subscription-words.js'

const FORMAT_OPTIONS = (Object.keys(FORMATS) as Subscription['format'][]).map((value) => ({
  value,
  label: FORMATS[value].label,
}))
const KIND_OPTIONS = toLabelledOptions(KINDS)
const MIN_SEVERITY_OPTIONS = toOptions(OPEN_SEVERITIES)

/** A new secret, and the function to call when the user has copied it. */
interface CreatedSecret {
  readonly secret: string
  readonly onCopied: () => void
}

/**
 * The form of a subscription, with a preview of the messages that it would have sent.
 *
 * @param stored `undefined` if the form creates a new one
 */
export function SubscriptionForm({ stored }: { readonly stored: Subscription | undefined }) {
  const form = useDraft(() => createSubscriptionDraft(stored), buildSubscription)
  const { draft, change, field, body, changes, isChanged } = form
  const [created, setCreated] = useState<CreatedSecret>()
  const read = useMemo(() => readAlertFilter(draft.filters), [draft.filters])
  const tellsAlerts = draft.kinds.includes('alert')
  const save = async () => {
    const { secret } = await (stored === undefined ? createSubscription(body) : changeSubscription(stored.id, changes))
    // Wait until the user has copied the secret, because the form opens the list as soon as it is saved.
    if (secret !== undefined) await new Promise<void>((resolve) => setCreated({ secret, onCopied: resolve }))
  }
  return (
    <SavedForm
      action={stored === undefined ? 'Create' : 'Save'}
      save={save}
      queryKey={['subscriptions']}
      list="/subscriptions"
      isUnsaved={isChanged}
      faults={tellsAlerts ? read.faults : []}
      aside={<PreviewPanel previewed={toPreviewRequest(body)} />}
      isAsideWide
    >
      <Section title="Receiver">
        <div className={shared.fields}>
          <TextField label="Name" {...field('name')} />
          <SelectField label="Format" options={FORMAT_OPTIONS} {...field('format')} />
        </div>
        <ReceiverFields stored={stored} {...form} />
        <Checkbox label="Enabled" checked={draft.enabled} onCheckedChange={(enabled) => change({ enabled })} />
      </Section>
      <TopicFields {...form} />
      {tellsAlerts && (
        <FilterEditor
          label="Single alerts"
          path="filters"
          filter={draft.filters}
          onChange={(filters) => change({ filters })}
          emptyMeans="Every alert is sent."
        />
      )}
      <Section title="When">
        <div className={shared.fields}>
          <TextField
            label="Wait (seconds)"
            type="number"
            hint="A state is sent only after it has lasted this long. So a short disturbance sends nothing."
            {...field('waitSeconds')}
          />
          <TextField
            label="Repeat (seconds)"
            type="number"
            hint="Sends the state again while it lasts and nobody has acknowledged it. Empty = never."
            {...field('repeatSeconds')}
          />
          <TextField
            label="Only if unacknowledged for (seconds)"
            type="number"
            hint="For an escalation, such as 900. Empty = do not wait for that."
            {...field('unacknowledgedSeconds')}
          />
        </div>
      </Section>
      {created !== undefined && <SecretDialog secret={created.secret} onClose={created.onCopied} />}
    </SavedForm>
  )
}

type Form = ReturnType<typeof useDraft<SubscriptionDraft>>

interface ReceiverFieldsProps extends Pick<Form, 'draft' | 'field'> {
  readonly stored: Subscription | undefined
}

/** The fields for the address and the secret of the receiver, which depend on the format of the messages. */
function ReceiverFields({ stored, draft: { format }, field }: ReceiverFieldsProps) {
  const { address, hint } = FORMATS[format]
  const isKept = stored?.format === format
  return (
    <div className={shared.fields}>
      <TextField
        label={address}
        inputMode={format === 'email' ? 'email' : 'url'}
        autoComplete="off"
        hint={isKept ? `The stored one is shown only in part. Leave it as it is to keep it. ${hint}` : hint}
        {...field('url')}
      />
      {format === 'pagerduty' && (
        <TextField
          label="Routing key"
          type="password"
          autoComplete="off"
          hint={isKept ? 'If empty, the stored one stays.' : 'The integration key of Events API v2.'}
          {...field('secret')}
        />
      )}
    </div>
  )
}

/** The fields that choose what the subscription sends messages about. */
function TopicFields({ draft, change, field }: Pick<Form, 'draft' | 'change' | 'field'>) {
  const [typed, type] = useState('')
  const services = useQuery(serviceNamesQuery(useDebounced(typed)))
  const owners = useQuery(ownersQuery)
  return (
    <Section title="What">
      <Choices legend="Tells of" options={KIND_OPTIONS} chosen={draft.kinds} onChange={(kinds) => change({ kinds })} />
      <div className={shared.fields}>
        <SelectField
          label="Least severity"
          hint="Anything less severe counts as over."
          options={MIN_SEVERITY_OPTIONS}
          {...field('minSeverity')}
        />
      </div>
      <NamePicker
        label="Services"
        what="service"
        hint="Without a name: all services."
        path="services"
        names={draft.services}
        proposed={services.data ?? []}
        onType={type}
        onChange={(names) => change({ services: names })}
      />
      <NamePicker
        label="Owners"
        what="owner"
        hint="Without a name: all owners. If services are chosen too, both must match."
        path="owners"
        names={draft.owners}
        proposed={owners.data ?? []}
        onChange={(names) => change({ owners: names })}
      />
    </Section>
  )
}

/** The page that creates a subscription. */
export function SubscriptionNew() {
  return (
    <Page title="New subscription">
      <SubscriptionForm stored={undefined} />
    </Page>
  )
}

/**
 * A subscription in the form. `url` is the address as the user types it: without `mailto:`. `secret` is the routing
 * key; if it is empty, the stored one stays.
 */
type SubscriptionDraft = ReturnType<typeof createSubscriptionDraft>

const MAIL = 'mailto:'

/** @param stored `undefined` if the form creates a new subscription */
function createSubscriptionDraft(stored: Subscription | undefined) {
  const draft = createDraft(SUBSCRIPTION, stored ?? { format: 'json' })
  const isMail = draft.format === 'email' && draft.url.startsWith(MAIL)
  return { ...draft, url: isMail ? draft.url.slice(MAIL.length) : draft.url, secret: '' }
}

/**
 * Returns the request that saves the subscription. An empty address is not sent, so that the stored one stays; without
 * a number of seconds, a state is sent at once.
 */
function buildSubscription(draft: SubscriptionDraft): SentSubscription {
  const { url: _, ...body } = buildBody(SUBSCRIPTION, draft)
  const [address, secret] = [draft.url.trim(), draft.secret.trim()]
  return {
    ...body,
    ...(draft.waitSeconds === '' && { waitSeconds: 0 }),
    ...(address !== '' && { url: draft.format === 'email' ? `${MAIL}${address.replaceAll(' ', '')}` : address }),
    ...(draft.format === 'pagerduty' && secret !== '' && { secret }),
  }
}

/** Returns the fields that a preview needs. A preview sends nothing, so it needs neither an address nor a secret. */
function toPreviewRequest(body: SentSubscription): Partial<SentSubscription> {
  const { url: _, secret: __, name: ___, format: ____, ...previewed } = body
  return previewed
}
