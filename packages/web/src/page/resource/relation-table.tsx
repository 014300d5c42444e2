import type { Relation } from '../../api/resources.js'
import { Table } from '../../ui/table.js'
import { TimeAgo } from '../../ui/time-ago.js'
import { DeleteRelation } from './delete-relation.js'
import { EnvironmentName } from './environment-name.js'
import { RelationSourceBadge } from './relation-source-badge.js'
import { ResourceLink } from './resource-link.js'

/**
 * A table of relations. It shows the source of each relation, and when the relation was last confirmed and first
 * stored.
 */
export function RelationTable({ relations }: { readonly relations: readonly Relation[] }) {
  return (
    <Table
      caption="Relations"
      columns={['Resource', 'Parent', 'Environment', 'Source', 'Confirmed', 'First stored', '']}
    >
      {relations.map((relation) => {
        const { id, environment, resource, parent, createTime, updateTime } = relation
        return (
          <tr key={id}>
            <td>
              <ResourceLink environment={environment} resource={resource} />
            </td>
            <td>
              <ResourceLink environment={environment} resource={parent} />
            </td>
            <td>
              <EnvironmentName environment={environment} />
            </td>
            <td>
              <RelationSourceBadge {...relation} />
            </td>
            <td>
              <TimeAgo time={updateTime} />
            </td>
            <td>
              <TimeAgo time={createTime} />
            </td>
            <td>
              <DeleteRelation relation={relation} />
            </td>
          </tr>
        )
      })}
    </Table>
  )
}
