/** What a text holds that could be another one for some readers, whatever its case; PostgreSQL reads it likewise. */
export const conditionalPattern = '\\{%[ \\t]*if|class=["\']?expression'

const pattern = new RegExp(conditionalPattern, 'i')

/** Whether a text could be another one for some readers. */
export const isConditional = (markdown: string): boolean => pattern.test(markdown)
