const maxLength = 100

/**
 * Makes a text that somebody chose safe to show to a stranger: one line of bounded length, without invisible characters
 * that hide or reverse text, and with nothing that a mail program turns into a link: no scheme, no host, no address of
 * mail, no path of a network share and no telephone number.
 */
export function inertText(text: string): string {
  const line = text
    // Also turns full-width dots, colons, slashes and digits into plain ones.
    .normalize('NFKC')
    .replaceAll(/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]+/gu, ' ')
    .replaceAll(/[<>[\]{}|\\]+/g, ' ')
    .replaceAll(/\/{2,}/g, ' ')
    .replaceAll('@', ' at ')
    .replaceAll(/[.。:](?=\S)/gu, '$& ')
    .replaceAll(/\+?\d(?:[\s().,/–-]*\d){6,}/g, '…')
    .replaceAll(/["“”„«»]/g, "'")
    .replaceAll(/ +/g, ' ')
    .trim()
  const characters = [...line]
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : line
}

/** Writes an address of mail in words that people read and that no mail program turns into a link. */
export const inertAddress = (email: string): string =>
  inertText(email.replaceAll('@', ' (at) ').replaceAll('.', ' (dot) '))
