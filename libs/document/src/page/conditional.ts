/** Matches a text that may differ by visitor, in any case; PostgreSQL matches the same pattern. */
export const conditionalPattern =
  '\\{%[-+~]?\\s*(if|else|elif|elseif|elsif|endif|unless|endunless)|class=["\']?expression'

const pattern = new RegExp(conditionalPattern, 'i')

/** True if a text may differ by visitor. */
export const isConditional = (markdown: string): boolean => pattern.test(markdown)
