import type { Page } from 'playwright-core'

/**
 * Two records of the service `shop`. The parent of the first record is not in the file, and the import does not know
 * the last column, so the plan has warnings.
 */
export const SHOP_CSV = `resource,parent,services,environment,color
web,checkout,shop,Production,red
db,web,shop,Production,blue
`

export interface TextFile {
  readonly name: string
  readonly text: string
}

export function payload({ name, text }: TextFile) {
  return { name, mimeType: name.endsWith('.csv') ? 'text/csv' : 'application/json', buffer: Buffer.from(text) }
}

export async function choose(page: Page, chosen: TextFile): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(payload(chosen))
}

/** Requests the plan of an import, and waits until the page shows it. */
export async function showPlan(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show the plan' }).click()
  await page.getByRole('region', { name: 'Plan' }).waitFor()
}

/** Opens the options that few imports need. */
export async function openMoreOptions(page: Page): Promise<void> {
  await page.getByText('More options').click()
}

/** Plans a file in the mode `replace` of a source. */
export async function planReplace(page: Page, source: string, file: TextFile): Promise<void> {
  await page.getByLabel('Source', { exact: true }).fill(source)
  await page.getByLabel('Mode', { exact: true }).selectOption('replace')
  await choose(page, file)
  await showPlan(page)
}

/** Applies the plan that the page shows. */
export async function applyPlan(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Apply the plan' }).click()
  await page.getByText('Applied.').waitFor()
}

/** Returns the numbers in a row of the counters: create, update, remove, unchanged. */
export async function readCounters(page: Page, row: string): Promise<string[]> {
  const cells = await page.getByRole('row', { name: row }).getByRole('cell').allTextContents()
  return cells.slice(1)
}

interface DroppedFile extends TextFile {
  /** The size of the file in bytes. If the text is shorter, spaces are added. */
  readonly size?: number
}

/** Drops files on the drop zone of the page. */
export async function drop(page: Page, files: readonly DroppedFile[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle((dropped) => {
    const transfer = new DataTransfer()
    for (const { name, text, size = 0 } of dropped) transfer.items.add(new File([text.padEnd(size)], name))
    return transfer
  }, files)
  const zone = page.getByText(/^Drop .* here/)
  await zone.dispatchEvent('dragover', { dataTransfer })
  await zone.dispatchEvent('drop', { dataTransfer })
}
