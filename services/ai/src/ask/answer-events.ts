import type { Answer } from '@quire/contracts'

/** An answer as it grows, as the events of its stream. */
export async function* asEvents(answers: AsyncIterable<Answer>) {
  for await (const one of answers) yield { type: 'answer' as const, answer: one }
}
