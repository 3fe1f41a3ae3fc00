// npm run -s rotate-keys [-- --force]
// Changes the key that signs access tokens while everything runs; existing tokens stay valid.
import { parseArgs } from 'node:util'
import { rotateKeys } from './rotation.ts'
import { findKeys } from './system-config.ts'

try {
  const { values } = parseArgs({ options: { force: { type: 'boolean' } } })
  await rotateKeys(findKeys(process.env), { ...values, report: (line) => process.stdout.write(`${line}\n`) })
} catch (error) {
  process.stderr.write(`rotate-keys: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
