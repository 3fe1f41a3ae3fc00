/** The texts of questions and their answers, in English; the other languages have the same. */
export const en = {
  answering: 'Reading the pages …',
  noAnswer: 'The pages that you may read do not answer this. Ask in other words, or search for single words.',
  sources: 'From these pages',
  askNext: 'Ask next',
}

export type AskWords = typeof en
