import { runProcess } from '@quire/kit'
import { startIdentity } from './app.ts'

await runProcess(() => startIdentity(process.env))
