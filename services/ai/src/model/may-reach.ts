/** True if a piece of an answer may contain something that reaches out. Most pieces do not, and need not be parsed. */
export const mayReach = (piece: string) => /[<>{&@]|\]\(|\/\/|www\.|\]:/i.test(piece)
