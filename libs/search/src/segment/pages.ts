/** The texts of a page, as they are to be found. */
export interface PageText {
  title: string
  /** Words of its address. */
  path?: string | undefined
  description?: string | undefined
  /** The first one is the introduction. */
  sections: readonly { title: string; text: string }[]
  /** What was too long to be parsed. */
  rest?: string | undefined
  /** Hidden, or kept out of indexes: no search finds it, but its links count. */
  unlisted?: boolean | undefined
  /** What it links to, such as `/pages/<id>`. */
  links?: readonly string[] | undefined
  /** By which the caller finds the texts again; opaque. */
  document: string
}

/** One version of a page. */
export interface PageVersion {
  space: string
  id: string
  /** BCP 47; absent means English. */
  language?: string | undefined
  /** Absent: the page is gone. */
  text?: PageText | undefined
}

/** What a segment says of a document; the bytes hold these numbers. */
export const kinds = { gone: 0, listed: 1, unlisted: 2 } as const
