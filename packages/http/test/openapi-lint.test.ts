import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { expect, it } from 'vitest'
import { DOCUMENT } from './check-answer.js'

it('the OpenAPI document should pass every rule of Spectral', async () => {
  const linter = new spectral.Spectral()
  linter.setRuleset({
    extends: [[rulesets.oas as never, 'all']],
    rules: {
      // The project has no address for questions about somebody's server.
      'info-contact': 'off',
      // OpenAPI 3.1 allows either `url` or `identifier`, and the document has `identifier`.
      'license-url': 'off',
      // The tags are in the order in which a reader needs them.
      'openapi-tags-alphabetical': 'off',
      // OpenAPI 3.1 allows scopes with every kind of security scheme; the rule knows only those of 3.0.
      'oas3-operation-security-defined': 'off',
      // Refusals of unsupported methods belong to no operation, and are described in `info`.
      'oas3-unused-component': 'off',
    },
  })
  const faults = await linter.run(JSON.stringify(DOCUMENT))
  expect(faults.map(({ code, path, message }) => `${code} ${path.join('/')}: ${message}`)).toEqual([])
})

it('the OpenAPI document should pass the recommended rules of Redocly', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // Some bodies may have fields that the server ignores, so that what was read can be sent back.
      'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
      // The schemas themselves refuse other fields. This option would refuse fields in each subschema that does not list
      // them, such as in `then`.
      'no-invalid-schema-examples': { severity: 'error', allowAdditionalProperties: true },
      // Refusals of unsupported methods belong to no operation, and are described in `info`.
      'no-unused-components': 'off',
    },
  })
  const source = JSON.stringify(DOCUMENT)
  const faults = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  expect(faults.map(({ ruleId, location, message }) => `${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual([])
})
