// Draws diagrams, one text after another; one that fails is answered with undefined.
import { parentPort } from 'node:worker_threads'
import { diagram } from '@quire/diagrams'

parentPort?.on('message', async (text: string) => {
  parentPort?.postMessage(await diagram(text).catch(() => undefined))
})
// The first drawing loads the library, which counts for no diagram.
await diagram('flowchart LR\n  a --> b')
parentPort?.postMessage('ready')
