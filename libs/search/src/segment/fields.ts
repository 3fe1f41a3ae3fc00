import { eachToken } from '../analyse.ts'
import type { PageText } from './pages.ts'
import { type Anchors, fieldGap } from './record.ts'

/** How much a word counts in each field; also the weights that the postings of a segment were added up with. */
export const fieldWorth = { title: 8, heading: 3, description: 2, body: 1 } as const

const anchorEvery = 16

interface FieldText {
  text: string
  worth: number
  anchored: boolean
}

/** What is read of one page: each token with its place in the page and its field's worth, and the record's figures. */
interface ReadPage {
  counts: number[]
  anchors: Anchors[]
  size: number
}

/** The fields in the order of their positions. A section's title and text lie at `3 + 2 * section` and behind it. */
function fieldsOf(page: PageText): FieldText[] {
  const { title, heading, description, body } = fieldWorth
  return [
    { text: page.title, worth: title, anchored: false },
    { text: page.path ?? '', worth: heading, anchored: false },
    { text: page.description ?? '', worth: description, anchored: false },
    ...page.sections.flatMap((section) => [
      { text: section.title, worth: heading, anchored: false },
      { text: section.text, worth: body, anchored: true },
    ]),
    { text: page.rest ?? '', worth: body, anchored: false },
  ]
}

/** Reads all fields of a page; `add` takes each token with its place. */
export function readFields(page: PageText, add: (word: string, position: number, worth: number) => void): ReadPage {
  const counts: number[] = []
  const anchors: Anchors[] = []
  let start = 1
  let size = 0
  for (const { text, worth, anchored } of fieldsOf(page)) {
    const found: { token: number; offset: number }[] = []
    let next = anchored ? 0 : Number.POSITIVE_INFINITY
    let last = -1
    eachToken(text, (word, position, offset, first) => {
      add(word, start + position, worth)
      last = position
      // Only where a chunk begins: from there on a part of the text has the same tokens as the whole.
      if (!first || position < next) return
      found.push({ token: position, offset })
      next = position + anchorEvery
    })
    if (anchored) anchors.push(found)
    counts.push(last + 1)
    size += last + 1
    if (last >= 0) start += last + fieldGap
  }
  return { counts, anchors, size }
}
