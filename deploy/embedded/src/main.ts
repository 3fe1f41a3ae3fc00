// npm start
// Runs the whole system until Ctrl-C. Environment: PORT (4000), DATA_DIR (.data), and docs/reference/configuration.md.
import { resolve } from 'node:path'
import { run } from './run-system.ts'

const services = resolve(import.meta.dirname, '../../../services')

await run({
  scriptOf: (name) => resolve(services, name, 'src/main.ts'),
  tokenScript: resolve(services, 'identity/src/tokens/command.ts'),
  adminScript: resolve(services, 'identity/src/administration/command.ts'),
})
