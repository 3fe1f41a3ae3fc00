import { eachToken } from '../analyse.ts'
import { type Anchors, fieldGap } from './page-record.ts'
import type { PageText } from './page-version.ts'

/** Weights of the fields; the postings of a segment contain sums of these. */
export const fieldWorth = { title: 8, heading: 3, description: 2, body: 1 } as const

const anchorEvery = 16

interface FieldText {
  text: string
  worth: number
  anchored: boolean
}

/** The result of reading one page: token counts and anchors for the record, and the number of tokens. */
interface PageTokens {
  counts: number[]
  anchors: Anchors[]
  size: number
}

/**
 * Returns the fields in the order of their positions. A section's title is field `3 + 2 * section`, its text the next
 * one.
 */
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

/** Reads all fields of a page; calls `add` for each token with its position and the weight of its field. */
export function readFields(page: PageText, add: (word: string, position: number, worth: number) => void): PageTokens {
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
      // Anchors are only at beginnings of chunks: text cut there has the same tokens as the rest of the whole.
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
