import { runProcess } from '@quire/kit'
import { startSites } from './app.ts'

await runProcess(() => startSites(process.env))
