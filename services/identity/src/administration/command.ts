// npm run -s admin -- <command>
// Manages people and lists organizations of the whole installation while it runs; without a command it prints the usage.
import { findSystem } from '../tokens/system-config.ts'
import { administer } from './administer.ts'

try {
  await administer(findSystem(process.env), process.argv.slice(2), (line) => process.stdout.write(`${line}\n`))
} catch (error) {
  process.stderr.write(`admin: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
