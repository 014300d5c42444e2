/** @import { Client } from 'pg' */

/**
 * Returns the steps of PostgreSQL's plan for a statement, the last step first. The text of a scan contains the index
 * that it uses, or its table.
 *
 * @param {Client} client
 * @param {{ text: string, values?: readonly unknown[] }} statement
 * @returns {Promise<readonly string[]>}
 */
export async function explainPlan(client, { text, values = [] }) {
  const { rows } = await client.query(`explain (format json) ${text}`, [...values])
  return listSteps(rows[0]['QUERY PLAN'][0].Plan)
}

/**
 * @param {Record<string, any>} node
 * @returns {string[]}
 */
function listSteps(node) {
  const target = node['Index Name'] ?? node['Relation Name']
  const step = target === undefined ? node['Node Type'] : `${node['Node Type']} ${target}`
  return [step, ...(node.Plans ?? []).flatMap(listSteps)]
}

/**
 * Returns the scans of a plan, without duplicates.
 *
 * @param {readonly string[]} plan
 */
export function listScans(plan) {
  return [...new Set(plan.filter((step) => / Scan /.test(step)))]
}
