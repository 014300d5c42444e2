import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Topology } from '../../api/schemas.js'
import { deleteTopology, topologyQuery } from '../../api/topologies.js'
import { IconButton } from '../../ui/button.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'

/** Deletes a topology, after it was told what is lost with it and what stays. */
export function DeleteTopology({ topology: { id, name, service, nodes, edges } }: { readonly topology: Topology }) {
  const [isAsked, setAsked] = useState(false)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const confirm = async () => {
    await deleteTopology(id)
    await navigate('/topologies')
    queries.removeQueries({ queryKey: topologyQuery(id).queryKey })
    await queries.invalidateQueries({ queryKey: ['topologies'] })
  }
  return (
    <>
      <IconButton icon="trash" label="Delete the topology" variant="plain" onClick={() => setAsked(true)} />
      <ConfirmDialog
        title={`Delete ${name}?`}
        action="Delete the topology"
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={confirm}
      >
        <p>
          The topology of the service <strong>{service}</strong> is lost with its {counted(nodes.length, 'node')} and{' '}
          {counted(edges.length, 'edge')}, and so are the relations in the resource graph that come from it: alerts no
          longer roll up along them. This cannot be undone.
        </p>
        <p>
          Alerts stay, and so do its weight policies, which belong to no topology from then on. To have it back one day,
          export its file first.
        </p>
      </ConfirmDialog>
    </>
  )
}

function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`
}
