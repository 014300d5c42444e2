import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Topology } from '../../api/schemas.js'
import { deleteTopology, topologyQuery } from '../../api/topologies.js'
import { IconButton } from '../../ui/button.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'

/**
 * A button that deletes a topology after the user has confirmed the deletion. The dialog says what else is deleted, and
 * what is not deleted.
 */
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
          This deletes the topology of the service <strong>{service}</strong> with its {counted(nodes.length, 'node')}{' '}
          and {counted(edges.length, 'edge')}, and the relations in the resource graph that come from it: alerts no
          longer roll up along them. This cannot be undone.
        </p>
        <p>
          Its alerts stay. Its weight policies stay too, without a topology. To be able to restore the topology, export
          it first.
        </p>
      </ConfirmDialog>
    </>
  )
}

function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`
}
