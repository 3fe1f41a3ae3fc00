/** True if a text may have tables with cells that readers do not see. */
export const mayHideCells = (text: string): boolean => /\sdata-(?:hidden|card-)/i.test(text)
