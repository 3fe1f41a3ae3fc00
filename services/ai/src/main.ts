import { runProcess } from '@quire/kit'
import { startAi } from './app.ts'

await runProcess(() => startAi(process.env))
