/** The letter or digit that stands for a title in drawings, which are no place for anything else. */
export const firstLetter = (title: string): string => /[\p{L}\p{N}]/u.exec(title)?.[0]?.toUpperCase() ?? 'Q'
