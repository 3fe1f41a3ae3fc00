// node deploy/helm/render.ts
// Renders the chart with the values for small and large installations, by the program `helm`, into the files that
// chart.test.ts compares with the manifests.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderedHeader, sizes, valuesOf } from './chart-sources.ts'

for (const size of sizes) {
  const values = valuesOf[size].flatMap((file) => ['--values', file])
  const args = ['template', 'quire', 'quire', '--namespace', 'quire', ...values]
  const rendered = execFileSync('helm', args, { cwd: import.meta.dirname, encoding: 'utf8' })
  writeFileSync(join(import.meta.dirname, 'rendered', `${size}.yaml`), `${renderedHeader(size)}\n${rendered}`)
}
