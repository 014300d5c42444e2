import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { whyNotQuery } from '../../api/impact.js'
import { Button } from '../../ui/button.js'
import { Failure } from '../../ui/failure.js'
import { TextField } from '../../ui/field.js'
import styles from '../service/service.module.css'

/** A form in which the user enters a service, and then reads why the alert does not hurt this service. */
export function WhyNot({ id }: { readonly id: string }) {
  const [text, setText] = useState('')
  const [service, setService] = useState('')
  return (
    <section className={styles.part}>
      <h2 className={styles.subtitle}>Why not this service?</h2>
      <form
        className={styles.ask}
        onSubmit={(event) => {
          event.preventDefault()
          setService(text.trim())
        }}
      >
        <TextField label="A service that the alert does not hurt" value={text} onValueChange={setText} />
        <Button type="submit">Ask</Button>
      </form>
      {service !== '' && <Reason id={id} service={service} />}
    </section>
  )
}

function Reason({ id, service }: { readonly id: string; readonly service: string }) {
  const { data, error, refetch } = useQuery(whyNotQuery(id, service))
  if (error) return <Failure error={error} onRetry={() => refetch()} />
  if (data === undefined) return null
  return <p aria-live="polite">{data?.message ?? `The alert hurts ${service}.`}</p>
}
