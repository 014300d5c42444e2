import { writeFileSync } from 'node:fs'

/** Prints a machine-readable summary at the end of a test run: `N passed, N failed`. */
class SummaryReporter {
  /** @param {readonly import('vitest/node').TestModule[]} modules @param {readonly unknown[]} errors */
  onTestRunEnd(modules, errors) {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state))
    // If a hook fails, the tests of its suite do not run. The suite then counts as one failed test.
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()])
    const broken = suites.filter((suite) => suite.state() === 'failed' && suite.errors().length > 0)
    const passed = states.filter((state) => state === 'passed').length
    const failed = states.filter((state) => state === 'failed').length + broken.length + errors.length
    const skipped = states.length - states.filter((state) => state === 'passed' || state === 'failed').length
    const { OPSGRAPH_TEST_COUNTS: file } = process.env
    if (file) writeFileSync(file, JSON.stringify({ passed, failed }))
    process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`)
  }
}

// biome-ignore lint/style/noDefaultExport: vitest loads a reporter by its default export
export default SummaryReporter
