/** A heading in a text, with the offset of its line. */
interface SourceHeading {
  offset: number
  title: string
}

const fence = /^ {0,3}(`{3,}|~{3,})/
const heading = /^ {0,3}#{1,6}[ \t]+(.*)$/

/** Finds the headings of a markdown text, outside of code. */
export function headingsIn(markdown: string): SourceHeading[] {
  const found: SourceHeading[] = []
  let [offset, open] = [0, '']
  for (const line of markdown.split('\n')) {
    const [, marks = ''] = fence.exec(line) ?? []
    if (open === '') open = marks
    else if (marks.startsWith(open)) open = ''
    const title = open === '' ? heading.exec(line)?.[1] : undefined
    if (title !== undefined) found.push({ offset, title })
    offset += line.length + 1
  }
  return found
}

/**
 * Pairs the headings of a text with those of the page that it makes, in their order. Pages have further headings, such as
 * those of included texts, and titles there have no markdown, so titles are compared by their letters and digits.
 */
export function pairHeadings<Source extends { title: string }, Rendered extends { title: string }>(
  source: readonly Source[],
  rendered: readonly Rendered[],
): [Source, Rendered][] {
  let next = 0
  return source.flatMap((one): [Source, Rendered][] => {
    const title = lettersOf(one.title)
    const at = rendered.findIndex((other, index) => index >= next && lettersOf(other.title) === title)
    const other = rendered[at]
    if (!other) return []
    next = at + 1
    return [[one, other]]
  })
}

/** Returns the letters and digits of a title; of links and elements only their words. */
const lettersOf = (title: string) =>
  title
    .replace(/<[^>]*>|\]\([^)]*\)/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

/** A height in the source, and the height in the preview that shows the same. */
export type HeightPair = readonly [source: number, preview: number]

/**
 * Returns the height in the preview for one in the source: proportionally between the two nearest pairs, which are sorted.
 * Outside of them it keeps its distance.
 */
export function heightInPreview(pairs: readonly HeightPair[], height: number): number {
  const after = pairs.findIndex(([source]) => source > height)
  const [from, to] = [pairs[after < 0 ? pairs.length - 1 : after - 1], pairs[after]]
  if (!from) return to ? to[1] + height - to[0] : height
  if (!to) return from[1] + height - from[0]
  return from[1] + ((height - from[0]) / (to[0] - from[0])) * (to[1] - from[1])
}
