import { runProcess } from '@quire/kit'
import { startContent } from './app.ts'

await runProcess(() => startContent(process.env))
