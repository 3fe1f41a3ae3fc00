// Draws diagrams, one text after another; one that fails is answered with undefined.
import { parentPort } from 'node:worker_threads'
import { diagram } from '@quire/diagrams'

parentPort?.on('message', async (text: string) => {
  parentPort?.postMessage(await diagram(text).catch(() => undefined))
})
