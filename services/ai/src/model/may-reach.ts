/**
 * Whether a piece of an answer may make anything that reaches out; most do not, and need not be
 * parsed.
 */
export const mayReach = (piece: string) => /[<>{&@]|\]\(|\/\/|www\.|\]:/i.test(piece)
