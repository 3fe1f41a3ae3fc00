/** Matches link texts that could lead to any page. */
const anyPage =
  /^(?:(?:this|the|a|an|here|see|read|learn|more|about|it|page|pages|guide|guides|section|documentation|docs?|details?|link|links|above|below|next|previous|article|chapter|tutorial|examples?|overview|reference|introduction|instructions?|information|following|click|for|our|and|on|how|to)(?:[\s,.:]+|$))+$/iu

/** The text of a link to a page of the same space, or to a section of that page. */
interface LinkText {
  words: string
  page: string
  /** The id of the section; empty for the page as a whole. */
  section: string
}

/**
 * Returns the texts of links to pages of the same space, in the form that the markdown of pages uses (docs/adr/0003).
 */
export function linkTexts(markdown: string): LinkText[] {
  const links = markdown.matchAll(
    /(?<!!)\[([^\][]{2,80})\]\(\/pages\/([^\s()#?]{1,200})(?:#([^\s()]{0,200}))?(?:\s[^()]{0,200})?\)/g,
  )
  return [...links].flatMap(([, text = '', page = '', section = '']) => {
    const words = text
      .replace(/[`*_\\]/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
    return words === '' || anyPage.test(words) ? [] : [{ words, page, section }]
  })
}
