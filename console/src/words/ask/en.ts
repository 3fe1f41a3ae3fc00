/** The texts of searching and asking, in English; the other languages have the same. */
export const en = {
  answering: 'Reading the pages …',
  noAnswer: 'The pages that you may read do not answer this. Ask in other words, or search for single words.',
  brokeOff: 'The answer broke off here and is not complete.',
  askAgain: 'Ask again',
  sources: 'From these pages',
  askNext: 'Ask next',
  searchHint: 'Search pages, or go to …',
  searching: 'Searching …',
  searchNothing: (text: string) => `Nothing found for “${text}”.`,
  searchFailed: 'Pages could not be searched.',
  morePages: 'Show more pages',
  results: 'Results',
  toChoose: 'choose',
  toOpen: 'open',
  toClose: 'close',
  askQuestion: (text: string) => `Ask: ${text}`,
  newChangeRequest: (space: string) => `New change request in “${space}”`,
  newSite: 'New site',
}

export type AskWords = typeof en
