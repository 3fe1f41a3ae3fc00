/** What is said where the documentation has no answer. */
export const saysNothing = 'The documentation does not answer this question.'
/** What is said before the notes where the sections that answer cannot be quoted. */
export const saysWhere = 'The documentation speaks of this here.'
