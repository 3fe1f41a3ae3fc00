const words =
  `access account answer archive author branch cache change cluster collection comment commit config connector content ` +
  `cursor database deploy design document domain editor engine event export feature filter folder gateway group header ` +
  `history import index invite journal key language layout library link list member merge message metric migration ` +
  `module monitor network notice number object operator order organization output owner page parser password path ` +
  `permission plugin policy preview process project property protocol publish query queue reader record region release ` +
  `replica report request response restore result review revision role router runtime schedule schema scope search ` +
  `section secret server service session setting shard signal site snapshot source space status storage stream subject ` +
  `summary switch syntax system table tag target team template tenant theme thread ticket timeout title token tool ` +
  `topic trace track transaction transfer trigger tunnel update upload user value variable version view visitor volume ` +
  `webhook widget window worker workflow workspace zone`
/** Real words, which are common, and made-up ones, each on few pages. */
const vocabulary = [...words.split(' '), ...rareWords()]

/** Number of pages in a folder. */
export const pagesPerFolder = 100
const sectionsPerPage = 4
const wordsPerParagraph = 60

/** A page of about 2 kB with four sections; the same number gives the same text, and common words are common. */
export function pageText(number: number): string {
  const next = randomFrom(number + 1)
  // As in real texts, the second word is half as frequent as the first, and the third a third as frequent.
  const word = () => vocabulary[Math.floor(vocabulary.length ** next()) - 1] ?? ''
  const sentence = (length: number) => Array.from({ length }, word).join(' ')
  const section = () => `## ${sentence(3)}\n\n${sentence(wordsPerParagraph)}.`
  const sections = Array.from({ length: sectionsPerPage }, section)
  return `# ${sentence(2)} ${number}\n\n${sentence(wordsPerParagraph / 2)}.\n\n${sections.join('\n\n')}\n`
}

const wordsOfQuestion = 4

/** A question with consecutive words of a page: most of them are common, and some are on few pages. */
export const questionAbout = (number: number) =>
  `How do I ${pageText(number)
    .split(/\s+/)
    .slice(wordsOfQuestion, 2 * wordsOfQuestion)
    .join(' ')}?`

/** Numbers from 0 to 1 that look random and repeat with the seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function rareWords(): string[] {
  const syllables = [
    'ba',
    'cor',
    'den',
    'fil',
    'gra',
    'hol',
    'ket',
    'lum',
    'mir',
    'nos',
    'par',
    'quin',
    'sol',
    'tan',
    'ver',
  ]
  return syllables.flatMap((first) =>
    syllables.flatMap((second) => syllables.map((third) => `${first}${second}${third}`)),
  )
}
