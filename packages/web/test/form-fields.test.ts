import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { FormNoun } from '../src/api/noun-draft.js'
import * as nouns from '../src/api/nouns.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

interface Form {
  readonly path: string
  readonly noun: FormNoun
  /** Opens the form, and fills in what the browser asks for. */
  readonly fill?: (page: Page) => Promise<unknown>
  readonly button: string
  /** The fields of the noun that the form does not send. */
  readonly without?: readonly string[]
  /** The fields that begin with another value than the default value of the noun. */
  readonly others?: readonly string[]
}

const everyAlert = (page: Page) => page.getByRole('checkbox', { name: /^Hold every alert/ }).check()

const FORMS: readonly Form[] = [
  {
    ...{ path: '/maintenance/new', noun: nouns.MAINTENANCE_WINDOW, fill: everyAlert, button: 'Create' },
    others: ['timezone'],
  },
  // An address that was not typed is not sent.
  { path: '/subscriptions/new', noun: nouns.SUBSCRIPTION, button: 'Create', without: ['url'] },
  { path: '/policies/alert/new', noun: nouns.ALERT_POLICY, button: 'Create' },
  { path: '/policies/weight/new', noun: nouns.WEIGHT_POLICY, button: 'Create' },
  { path: '/policies/relation/new', noun: nouns.RELATION_POLICY, button: 'Create' },
  {
    // The server chooses the name and the icon if they are not typed.
    ...{ path: '/catalog/new', noun: nouns.CATALOG_SERVICE, button: 'Save', without: ['name', 'icon'] },
    fill: (page) => page.getByLabel('Service', { exact: true }).fill('shop'),
  },
  {
    ...{ path: '/keys', noun: nouns.API_KEY, button: 'Create the key', others: ['expireTime'] },
    fill: async (page) => {
      await page.getByRole('button', { name: 'New API key' }).click()
      await page.getByLabel('Alerts', { exact: true }).selectOption('write')
    },
  },
  {
    ...{ path: '/resources?environment=Production&resource=db', noun: nouns.REDUNDANCY_RULE, button: 'Save' },
    fill: async (page) => {
      await page.getByRole('tab', { name: 'Redundancy' }).click()
      await page.getByRole('button', { name: 'Set a rule' }).click()
      await page.getByLabel('Healthy children needed').fill('2')
    },
  },
  {
    ...{ path: '/resources', noun: nouns.RELATION, button: 'Add' },
    fill: async (page) => {
      await page.getByRole('button', { name: 'Add relation' }).click()
      await page.getByRole('dialog').getByLabel('Parent', { exact: true }).fill('web')
      await page.getByRole('dialog').getByLabel('Resource', { exact: true }).fill('db')
    },
  },
  // The server adds the service node.
  { path: '/topologies/new', noun: nouns.TOPOLOGY, button: 'Create and edit', without: ['nodes', 'edges'] },
  {
    ...{ path: '/webhooks/new', noun: nouns.WEBHOOK, button: 'Create' },
    without: ['authHeaderScheme', 'authHeaderName', 'authSecretPreviousExpires', 'apiKeyId'],
  },
]

describeInBrowser('the form of a new object', () => {
  const web = useConsole()

  it.each(FORMS)('should send the fields of its noun, with their default values: $path', async (form) => {
    const { path, noun, fill, button, without = [], others = [] } = form
    const page = await web.open(path)
    await fill?.(page)
    const sending = page.waitForRequest((request) => request.url().includes('/api/') && request.method() !== 'GET')
    await page.getByRole('button', { name: button, exact: true }).click()
    const sent: Readonly<Record<string, unknown>> = (await sending).postDataJSON()
    const fields = Object.keys(noun.fields).filter((name) => !without.includes(name))
    expect(Object.keys(sent).sort()).toEqual(fields.sort())
    for (const name of fields) {
      const { first } = noun.fields[name] ?? {}
      const hasDefault = first !== undefined && first !== '' && !others.includes(name)
      if (hasDefault) expect({ [name]: sent[name] }).toEqual({ [name]: first })
    }
  })
})
