import { visibleText } from '@opsgraph/draw'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type CmdbReport, type PlanDocument, type UndoReport, undoPlan } from '../../api/import.js'
import { Button } from '../../ui/button.js'
import { PlanButton } from '../../ui/dialog.js'
import { formatCount } from '../../ui/format.js'
import { Notice } from '../../ui/message.js'
import { saveFile } from '../../ui/save-file.js'
import shared from '../../ui/shared.module.css'

interface PlanToolsProps {
  readonly planned: CmdbReport
  /** The report of the import; `undefined` before the plan is applied. */
  readonly done: CmdbReport | undefined
  readonly file: File
}

/** Lets the user save the plan of a CMDB import as a file, and undo an import. */
export function PlanTools({ planned, done, file }: PlanToolsProps) {
  const [isUndone, setUndone] = useState(false)
  if (planned.plan === undefined) {
    return (
      <p className={shared.muted}>
        This plan is too large to be saved as a file: {done ? 'the import cannot be undone' : 'it cannot be undone'}{' '}
        here.
      </p>
    )
  }
  const document = done === undefined ? planned.plan : toAppliedPlan(planned.plan, done)
  if (isUndone) {
    return (
      <div ref={takeFocus} tabIndex={-1}>
        <Notice tone="good">The import is undone. Everything that it changed is as it was before.</Notice>
      </div>
    )
  }
  return (
    <div className={shared.bar}>
      {done !== undefined && <UndoButton document={document} file={file} onUndone={() => setUndone(true)} />}
      <Button icon="download" onClick={() => savePlan(document, file)}>
        Save the plan
      </Button>
      <span className={shared.muted}>
        {done === undefined
          ? 'As a file, for a colleague or for opsgraph cmdb apply.'
          : 'If you leave this page, you can undo the import only with this file: opsgraph cmdb apply --undo.'}
      </span>
    </div>
  )
}

/** Takes the focus, because the button that had it has disappeared. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}

/** Returns the plan document with which the import can be undone. */
function toAppliedPlan(plan: PlanDocument, { leftHash }: CmdbReport): PlanDocument {
  if (leftHash === undefined) return plan
  return { ...plan, applied: { time: new Date().toISOString(), hash: leftHash } }
}

function savePlan(document: PlanDocument, { name }: File): void {
  const text = `${JSON.stringify(document, undefined, 2)}\n`
  saveFile(`${name.replace(/[.][^.]*$/, '')}.plan.json`, new Blob([text], { type: 'application/json' }))
}

interface UndoButtonProps {
  readonly document: PlanDocument
  readonly file: File
  readonly onUndone: () => void
}

/** A button that shows what an undo would change, and undoes the import after the user has confirmed it. */
function UndoButton({ document, file, onUndone }: UndoButtonProps) {
  const queries = useQueryClient()
  const undo = async () => {
    await undoPlan(document, { dryRun: false })
    onUndone()
    await queries.invalidateQueries()
  }
  return (
    <PlanButton
      label="Undo this import…"
      icon="undo"
      plan={() => undoPlan(document, { dryRun: true })}
      planFailed="This import cannot be undone"
      title={`Undo the import of ${visibleText(file.name)}?`}
      action="Undo the import"
      failed="Nothing was undone"
      onConfirm={undo}
    >
      {(report) => <UndoPlan report={report} />}
    </PlanButton>
  )
}

function UndoPlan({ report: { relations, topologies, catalogServices } }: { readonly report: UndoReport }) {
  const removed = [
    relations.remove > 0 && `${formatCount(relations.remove, 'relation')} that the import has created`,
    topologies.remove > 0 && `${formatCount(topologies.remove, 'topology', 'topologies')} that it has created`,
    catalogServices.remove > 0 && `${formatCount(catalogServices.remove, 'catalog service')} that it has created`,
  ].filter((text) => text !== false)
  const restored = [
    relations.create > 0 && `${formatCount(relations.create, 'relation')} that it has removed`,
    relations.update > 0 && `${formatCount(relations.update, 'relation')} as before the import`,
    topologies.update > 0 &&
      `${formatCount(topologies.update, 'topology', 'topologies')} as before the import, with all nodes and positions`,
  ].filter((text) => text !== false)
  return (
    <>
      {removed.length > 0 && <Effects title="This removes:" texts={removed} />}
      {restored.length > 0 && <Effects title="This restores:" texts={restored} />}
      {removed.length + restored.length === 0 && <p>Only the claims of the source are restored.</p>}
      <p className={shared.muted}>
        The undo restores everything, or nothing if somebody has changed it since the import.
      </p>
    </>
  )
}

function Effects({ title, texts }: { readonly title: string; readonly texts: readonly string[] }) {
  return (
    <div>
      <p>{title}</p>
      <ul>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  )
}
