/** The searchable texts of a page. */
export interface PageText {
  title: string
  /** Words of the page's address. */
  path?: string | undefined
  description?: string | undefined
  /** The sections; the first one is the introduction. */
  sections: readonly { title: string; text: string }[]
  /** Text that was too long to be parsed. */
  rest?: string | undefined
  /** True if the page is hidden or excluded from indexes: no search finds it, but its links count. */
  unlisted?: boolean | undefined
  /** Targets of the page's links, such as `/pages/<id>`. */
  links?: readonly string[] | undefined
  /** An opaque value by which the caller finds the texts again. */
  document: string
}

/** One version of a page. */
export interface PageVersion {
  space: string
  id: string
  /** The BCP 47 tag; absent means English. */
  language?: string | undefined
  /** Absent if the page is deleted. */
  text?: PageText | undefined
}

/** Kinds of documents; the bytes of a segment hold these numbers. */
export const kinds = { deleted: 0, listed: 1, unlisted: 2 } as const
