/**
 * Matches the tag of a condition in every spelling, as other systems and careless writers have them: with signs, blanks,
 * line ends or invisible characters before its name, in any case. No class of characters is used that engines define
 * differently, because PostgreSQL matches the pattern too.
 */
export const conditionTagPattern = '\\{%[^a-z0-9_%{}]*(if|else|elif|elseif|elsif|endif|unless|endunless)(?![a-z0-9_])'

/** Matches a text that may differ by visitor, in any case; PostgreSQL matches the same pattern. */
export const conditionalPattern = `${conditionTagPattern}|class[^a-z0-9<>]*expression`

const pattern = new RegExp(conditionalPattern, 'i')

/** True if a text may differ by visitor. */
export const isConditional = (markdown: string): boolean => pattern.test(markdown)

const tag = new RegExp(conditionTagPattern, 'i')

/** True if a text has the tag of a condition, in whatever spelling. */
export const hasCondition = (text: string): boolean => tag.test(text)
