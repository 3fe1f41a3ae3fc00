/** The answer if the documentation has none. */
export const noAnswerText = 'The documentation does not answer this question.'
/** The text before the notes if the answering sections cannot be quoted. */
export const sourcesOnlyText = 'The documentation speaks of this here.'
