import { resolve } from 'node:path'
import { run } from '../run-system.ts'

await run({
  scriptOf: () => resolve(import.meta.dirname, 'service.ts'),
  tokenScript: resolve(import.meta.dirname, 'token.ts'),
  adminScript: resolve(import.meta.dirname, 'token.ts'),
})
