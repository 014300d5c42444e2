import type { Topology } from '../../api/schemas.js'
import { TextArea } from '../../ui/text-area.js'
import { TextField } from '../../ui/text-field.js'
import type { Edit } from './edit.js'
import type { EditedTopology } from './edited-topology.js'
import styles from './editor.module.css'

interface AboutFormProps {
  readonly topology: EditedTopology
  readonly service: Topology['service']
  readonly onEdit: (edit: Edit, group?: string) => void
}

/** The name and the description of a topology. The service of a topology never changes. */
export function AboutForm({ topology, service, onEdit }: AboutFormProps) {
  return (
    <section className={styles.part}>
      <TextField
        label="Topology name"
        value={topology.name}
        error={topology.name.trim() === '' ? 'A topology needs a name' : undefined}
        onValueChange={(name) => onEdit({ kind: 'describe', fields: { name } }, 'name')}
      />
      <TextArea
        label="Topology description"
        value={topology.description}
        onValueChange={(description) => onEdit({ kind: 'describe', fields: { description } }, 'description')}
      />
      <p className={styles.hint}>
        Service: <strong>{service}</strong>. It cannot be changed.
      </p>
    </section>
  )
}
