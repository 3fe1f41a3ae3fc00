import { threadId } from 'node:worker_threads'
import { DocumentError } from '@quire/document'

/** The thread that a text is read in. */
export const threadOf = (_text: string): number => threadId

export function refuse(text: string): never {
  throw new DocumentError('front-matter', `${text.length} characters say nothing`, 7)
}

export function fail(_text: string): never {
  throw new TypeError('nobody thought of this')
}

export function never(_text: string): never {
  for (;;);
}

/** Takes as much memory as it gets, unless the text is honest. */
export function greedy(text: string): number {
  if (text.startsWith('honest')) return text.length
  let taken: unknown
  for (;;) taken = { taken }
}

/** Says that it has begun, and ends when it is let go. */
export function hold(text: string, gate: Int32Array): string {
  Atomics.store(gate, 0, 1)
  Atomics.notify(gate, 0)
  Atomics.wait(gate, 1, 0)
  return text.slice(0, 10)
}
