import type { Answer } from '@quire/contracts'

/** Converts the growing answer to the events of its stream. */
export async function* answerEvents(answers: AsyncIterable<Answer>) {
  for await (const one of answers) yield { type: 'answer' as const, answer: one }
}
