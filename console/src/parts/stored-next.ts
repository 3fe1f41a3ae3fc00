const nameOf = (way: string) => `quire-next/${way}`

/**
 * Remembers where somebody wanted to go while they sign in elsewhere, in this tab alone. `way` is the id of the organization
 * whose single sign-on it is, or the name of another way: one that was given up leads nobody astray who takes another.
 */
export const storeNext = (way: string, next: string | undefined) =>
  next === undefined ? sessionStorage.removeItem(nameOf(way)) : sessionStorage.setItem(nameOf(way), next)

/** Returns what was remembered for a way of signing in. */
export const storedNext = (way: string): string | undefined => sessionStorage.getItem(nameOf(way)) ?? undefined
