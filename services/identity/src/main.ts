import { runProcess } from '@quire/kit'
import { start } from './app.ts'

await runProcess(() => start(process.env))
